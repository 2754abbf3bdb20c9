//! Raw recognized text is misread in many places: looks for each misreading a little before the place where the print
//! dies, puts the readings found there beside the print, and goes on from all of them.
//!
//! [`super::repair`] looks over the whole game for the fewest misprints, which a printed book has few of; here each
//! death is looked into on its own, so that a game with a dozen of them is still read in time.
use super::graph::{Cut, Graph, Path};
use super::legal::Legal;
use super::matching::{self, Place, Verb};
use super::search::Work;
use super::why;
use crate::reading::{Act, Cost, Reading, Slip};

/// How dear a misreading may be and how far before the death it is looked for, in half-moves: the cheapest and
/// nearest first.
const TIERS: [(Cost, usize); 3] = [(CHEAP, 40), (Cost(60), 14), (GARBLED, 14)];

/// A misreading of letters that look alike costs no more.
const CHEAP: Cost = Cost(32);

/// What it costs to take words for any move at all, and in how many lines that is tried.
const GARBLED: Cost = Cost(100);
const GARBLED_LINES: usize = 3;

/// What a misreading weighs against belief: of words that cannot be read as they stand, of letters that look alike, of
/// others.
const BLURRED: usize = 1;
/// Blurred words whose print is no farther from the move's than this say what they say.
const CLEAR: Cost = Cost(16);
const ALIKE: usize = 2;
const UNLIKE: usize = 5;

/// So many half-moves that play behind a misreading bear it out.
const BORNE_OUT: usize = 6;

/// The lines of a cut in which a misreading is looked for: the cheapest, if they are not much dearer than the first.
const LINES: usize = 12;
const MUCH_DEARER: Cost = Cost(80);

/// States that one look adds to a cut, at most.
const MOST_ADDED: usize = 120;

/// Positions looked at in all.
const MOST_NODES: usize = 30_000;

/// A wrong move seldom shows before so many half-moves have been played behind it.
const LATE: usize = 5;

/// Misreadings so close together, in half-moves, are no reading at all if they weigh more than this.
const STRETCH: usize = 12;
const MOST_WEIGHT: usize = 10;

/// The print may die so often in a stretch.
const MOST_DEATHS: usize = 5;

/// Other moves that may stand for a misreading, each as likely, before it is a guess.
const GUESS: usize = 6;

/// The print with the misreadings that let it play, as far as it goes.
pub(super) fn mend(work: &mut Work<'_>, graph: Graph) -> Graph {
    let mut graph = Graph { rows: vec![graph.rows.into_iter().next().unwrap_or_default()] };
    go_on(work, &mut graph.rows[0]);
    let mut deaths: Vec<usize> = Vec::new();
    while graph.rows[0].len() <= work.plies.len() && work.nodes < MOST_NODES && work.may_look() {
        let cuts = &mut graph.rows[0];
        let death = cuts.len() - 1;
        let near = deaths.iter().rev().take_while(|&&before| before + STRETCH > death).count();
        if near >= MOST_DEATHS {
            break;
        }
        deaths.push(death);
        let told = why::death(work, cuts, death);
        work.deaths.push(told);
        for (dearest, reach) in TIERS {
            look(work, cuts, death, dearest, reach);
            go_on(work, cuts);
            if cuts.len() > work.plies.len() || cuts.len() > death + BORNE_OUT {
                break;
            }
        }
        if cuts.len() == death + 1 || is_in_vain(work, &graph) {
            break;
        }
    }
    graph
}

/// Can so much of what was mended not be believed that nothing behind it is asked for?
fn is_in_vain(work: &Work<'_>, graph: &Graph) -> bool {
    let reach = graph.reach(0);
    let believes_less = || {
        let path = graph.finish(reach, &|_| Cost::ZERO, None);
        believed(work, &path, true) < path.steps.len()
    };
    reach < work.plies.len() && believes_less()
}

/// Follows the print from the last cut on, as far as it plays.
fn go_on(work: &mut Work<'_>, cuts: &mut Vec<Cut>) {
    while let Some(last) = cuts.last().filter(|_| cuts.len() <= work.plies.len()) {
        let ply = cuts.len() - 1;
        let mut next = Cut::default();
        work.follow(last, 0, ply, &mut next, &[]);
        work.trim(&mut next, ply);
        if next.states.is_empty() {
            break;
        }
        cuts.push(next);
    }
}

/// Takes one token before the death for misread, on every line there is, and follows what comes of it to the death
/// and one half-move beyond.
fn look(work: &mut Work<'_>, cuts: &mut Vec<Cut>, death: usize, dearest: Cost, reach: usize) {
    let end = cuts.len() - 1;
    let mut known: Vec<usize> = cuts.iter().map(|cut| cut.states.len()).collect();
    known.push(0);
    let mut beyond = Cut::default();
    for ply in death.saturating_sub(reach)..=death {
        let (before, after) = cuts.split_at_mut(ply + 1);
        let into = after.first_mut().unwrap_or(&mut beyond);
        let from = &before[ply];
        into.limit = Some(known[ply + 1] + MOST_ADDED);
        misread(work, from, known[ply], ply, dearest, into);
        work.follow(from, known[ply], ply, into, &[]);
    }
    // An earlier look at this death has gone beyond it.
    for ply in death + 1..end {
        let (before, after) = cuts.split_at_mut(ply + 1);
        after[0].limit = Some(known[ply + 1] + MOST_ADDED);
        work.follow(&before[ply], known[ply], ply, &mut after[0], &[]);
    }
    if !beyond.states.is_empty() {
        work.trim(&mut beyond, death);
        cuts.push(beyond);
    }
}

/// The moves of the first `states` of a cut that its token is read as if one part of it was misread.
fn misread(work: &mut Work<'_>, from: &Cut, states: usize, ply: usize, dearest: Cost, into: &mut Cut) {
    let meanings = work.plies[ply].meanings;
    let plain = work.plain_of(ply);
    let is_last = dearest == GARBLED;
    // The readings of words that cannot be read as they stand have been followed already.
    if plain.is_empty() && !is_last {
        return;
    }
    let mut readings: Vec<Reading> = plain.to_vec();
    if is_last {
        let garbled = work.weights.costs.garbled;
        readings.push(Reading { act: Act::Anything, cost: garbled, slip: Some(Slip::Unreadable) });
    } else {
        let asked = work.ask(ply).iter();
        readings
            .extend(asked.filter(|reading| !matches!(reading.act, Act::Anything) && reading.cost <= dearest));
    }
    let weights = work.weights;
    let lines = if is_last { GARBLED_LINES } else { LINES };
    for i in cheapest(from, states, lines) {
        let state = &from.states[i];
        work.nodes += 1;
        work.tries(1);
        let (position, origins) = (state.position(), state.origins());
        let place = Place { position: &position, origins: &origins };
        let legal = Legal::default();
        matching::fits(place, &legal, &readings, meanings.marks, Verb::Either, &weights, |fit| {
            if fit.slip.is_some() && fit.cost <= dearest {
                work.enter(ply, (i, state), fit, into, &[]);
            }
        });
    }
}

/// The lines of a cut, of its first `states`, that are worth a look.
fn cheapest(cut: &Cut, states: usize, lines: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..states).collect();
    order.sort_by_key(|&i| cut.states[i].cost);
    let most = order.first().map_or(Cost::ZERO, |&i| cut.states[i].cost + MUCH_DEARER);
    order.truncate(lines);
    order.retain(|&i| cut.states[i].cost <= most);
    order
}

/// How many half-moves of a line that was mended can be believed: up to the first misreading that too many others
/// could stand for, or that nothing behind it bears out, or that stands among too many.
pub(super) fn believed(work: &Work<'_>, path: &Path, reaches_end: bool) -> usize {
    let margin = work.weights.costs.margin;
    let weight = |at: usize| match path.steps[at].cost {
        cost if work.plain_of(at).is_empty() => usize::from(cost > CLEAR) * BLURRED,
        cost if cost <= CHEAP => ALIKE,
        _ => UNLIKE,
    };
    let slips: Vec<usize> = (0..path.steps.len()).filter(|&at| path.steps[at].slip.is_some()).collect();
    let near = |at: usize| path.steps[at].rivals(margin).count();
    let mut end = path.steps.len();
    for (n, &at) in slips.iter().enumerate() {
        let crowd: usize =
            slips[n..].iter().take_while(|&&later| later < at + STRETCH).map(|&at| weight(at)).sum();
        if near(at) >= GUESS || crowd > MOST_WEIGHT {
            let death = work.deaths.iter().map(|death| death.ply).find(|&death| death >= at);
            let late = death.filter(|_| crowd > MOST_WEIGHT).map(|death| death.saturating_sub(LATE));
            end = late.map_or(at, |late| at.min(late));
            break;
        }
    }
    if end == path.steps.len() && reaches_end {
        return end;
    }
    // The last ones before the end have not been put to the test.
    let is_clear = |at: usize| weight(at) == 0 && near(at) == 0;
    while let Some(&at) = slips.iter().rev().find(|&&at| at < end && !is_clear(at))
        && at + BORNE_OUT >= end
    {
        end = at;
    }
    end
}
