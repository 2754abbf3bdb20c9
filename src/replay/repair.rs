//! Looks for the misprint when the print dies: lines with one repair, then with two, until one reaches the end.
//!
//! A row of the graph holds the lines with a number of repairs; each row is searched as the print itself is, so the
//! repair may stand long before the place where the print dies, and all repairs that reach the end are found
//! together. A line that reads as printed to the end never comes here.
use super::graph::{Cut, Edge, Graph, Other, Path};
use super::legal::Legal;
use super::matching::{self, Place, Verb};
use super::search::{Hints, Work};
use crate::chess::{Color, Move};
use crate::reading::{Act, Cost, Reading, Slip};

/// How far before the death a half-move left out is looked for, in half-moves: it shows soon.
const NEAR: usize = 16;

/// So many printed half-moves that play bear out one that was not printed.
const BORNE_OUT: usize = 6;

/// States that may be repaired in a second and later row; of more, only those that come farthest.
const BREADTH: usize = 2500;

/// Misprints that may stand close together; of more, each must let some half-moves play.
const AT_ONCE: usize = 3;

/// Most misprints of one game.
const MOST: usize = 40;

/// One repair that costs more than this is none.
const DEAREST: Cost = Cost(120);

/// What the repairs of a line may cost together, in tenths: one that is not too dear, and more in a longer line. The
/// four misprints of one game of 86 half-moves in the Blue Book (B for R) cost 120; what makes a text play that is not
/// the game it is taken for costs twice as much.
const fn budget(plies: usize) -> Cost {
    Cost(60 + plies as u32)
}

/// What the repairs of a line cost together, tokens that cannot be read left out.
fn spent(work: &Work<'_>, path: &Path) -> Cost {
    let steps = path.steps.iter().enumerate();
    let repairs = steps.filter(|(ply, step)| step.slip.is_some() && !work.plain_of(*ply).is_empty());
    repairs.map(|(_, step)| step.cost).sum()
}

/// Adds rows of lines with one, two, … repairs to the graph until one reaches the end. True if one does; the graph is
/// as it was if not.
pub(super) fn repair(work: &mut Work<'_>, graph: &mut Graph) -> bool {
    let plies = work.plies.len();
    let per_slip = work.options.plies_per_slip.max(1);
    let most = (1 + plies / per_slip).min(MOST);
    let mut death = graph.reach(0);
    for row in 1..=most {
        // Repairs that each come but a step farther mend nothing.
        if row > AT_ONCE + death / per_slip {
            break;
        }
        let allowed = worth_repair(graph, row - 1, death);
        let cuts = repair_row(work, graph, row, death, &allowed);
        graph.rows.push(cuts);
        let reached = graph.reach(row);
        if reached == plies {
            let path = graph.finish(plies, &|end| work.last_cost(end), None);
            if row == 1 || spent(work, &path) <= budget(plies) {
                return true;
            }
            break;
        }
        if reached <= death || !work.may_look() {
            break;
        }
        death = reached;
    }
    graph.rows.truncate(2);
    let farthest = graph.reach(1);
    if farthest > graph.reach(0) + 1 {
        work.farthest = Some(graph.finish(farthest, &|_| Cost::ZERO, None));
    }
    graph.rows.truncate(1);
    false
}

/// For each state of a row: may it be repaired next? In the first row all may; later those whose lines come near the
/// place where the row dies, as near as it takes to stay below [`BREADTH`].
fn worth_repair(graph: &Graph, row: usize, death: usize) -> Vec<Vec<bool>> {
    let cuts = &graph.rows[row];
    if row == 0 {
        return cuts.iter().map(|cut| vec![true; cut.states.len()]).collect();
    }
    let mut reach: Vec<Vec<usize>> =
        cuts.iter().enumerate().map(|(ply, cut)| vec![ply; cut.states.len()]).collect();
    for ply in (1..cuts.len()).rev() {
        for edge in cuts[ply].edges.iter().filter(|edge| !edge.is_repair) {
            let there = reach[ply][edge.to as usize];
            let known = &mut reach[ply - 1][edge.from as usize];
            *known = (*known).max(there);
        }
    }
    let count = |least: usize| reach.iter().flatten().filter(|&&there| there >= least).count();
    let least = [0, death.saturating_sub(24), death.saturating_sub(12), death.saturating_sub(6)]
        .into_iter()
        .find(|&least| count(least) <= BREADTH)
        .unwrap_or(death.saturating_sub(2));
    reach.iter().map(|cut| cut.iter().map(|&there| there >= least).collect()).collect()
}

fn repair_row(
    work: &mut Work<'_>,
    graph: &Graph,
    row: usize,
    death: usize,
    allowed: &[Vec<bool>],
) -> Vec<Cut> {
    let mut cuts = vec![Cut::default()];
    for ply in 0..work.plies.len() {
        let lower: Vec<&Cut> = graph.rows[..row].iter().filter_map(|cuts| cuts.get(ply + 1)).collect();
        let mut next = Cut::default();
        work.follow(&cuts[ply], 0, ply, &mut next, &lower);
        if let Some(cut) = graph.rows[row - 1].get(ply) {
            if work.may_look() {
                let near = ply + NEAR >= death;
                slip_here(work, cut, ply, near, &allowed[ply], &mut next, &lower);
            } else if !cut.states.is_empty() {
                work.capped.get_or_insert(ply);
            }
        }
        work.trim(&mut next, ply);
        let is_over = next.states.is_empty() && ply >= graph.reach(row - 1);
        cuts.push(next);
        if is_over {
            break;
        }
    }
    cuts
}

/// Takes one part of the token of a ply for a misprint, or a half-move to be left out before it. A token that can be
/// read is never taken for quite another: that would let any text play.
fn slip_here(
    work: &mut Work<'_>,
    cut: &Cut,
    ply: usize,
    near: bool,
    allowed: &[bool],
    into: &mut Cut,
    lower: &[&Cut],
) {
    let meanings = work.plies[ply].meanings;
    let plain = work.plain_of(ply);
    if plain.is_empty() || !allowed.contains(&true) {
        return;
    }
    let mut readings: Vec<Reading> = plain.to_vec();
    readings.extend(work.ask(ply).iter().filter(|reading| !matches!(reading.act, Act::Anything)));
    let missing = missing_cost(work, ply).filter(|_| near);
    let weights = work.weights;
    // What a line may cost in all, with room for what it costs without repairs.
    let most = budget(work.plies.len()) + DEAREST;
    for (from, state) in cut.states.iter().enumerate().filter(|&(from, _)| allowed[from]) {
        work.nodes += 1;
        let (position, origins) = (state.position(), state.origins());
        let place = Place { position: &position, origins: &origins };
        let legal = Legal::default();
        let from = from as u32;
        let dearest = DEAREST.min(Cost(most.0.saturating_sub(state.cost.0)));
        work.tries(1);
        matching::fits(place, &legal, &readings, meanings.marks, Verb::Either, &weights, |fit| {
            work.tries(1);
            if fit.slip.is_some() && fit.cost <= dearest {
                let after = fit.after.position();
                let cost = fit.cost + work.board_cost(ply, after);
                let edge = Edge { from, ..repair_edge(fit.mv, None, cost, fit.slip) };
                into.add(state.cost + cost, after, origins.play(fit.mv), edge, lower);
            }
        });
        let Some(missing) = missing else { continue };
        for &before in legal.moves(&position) {
            work.nodes += 1;
            work.tries(1);
            let (position, origins) = (position.after_move(before), origins.play(before));
            let place = Place { position: &position, origins: &origins };
            let legal = Legal::default();
            matching::fits(place, &legal, plain, meanings.marks, Verb::Strict, &weights, |fit| {
                let after = fit.after.position();
                let cost = missing + fit.cost + work.board_cost(ply, after);
                let edge = Edge { from, ..repair_edge(fit.mv, Some(before), cost, Some(Slip::Missing)) };
                into.add(state.cost + cost, after, origins.play(fit.mv), edge, lower);
            });
        }
    }
}

fn repair_edge(mv: Move, before: Option<Move>, cost: Cost, slip: Option<Slip>) -> Edge {
    Edge { from: 0, to: 0, mv, before, cost, slip, is_repair: true }
}

/// What it costs to put in a half-move before a ply: less where the columns and numbers after it then agree with the
/// board; none where they agree without it, or where too little follows to bear it out.
fn missing_cost(work: &Work<'_>, ply: usize) -> Option<Cost> {
    let costs = &work.weights.costs;
    let Hints { colors, numbers } = work.hints.get_or_init(|| hints(work))[ply];
    if colors > 0 || numbers > 0 || ply + BORNE_OUT > work.plies.len() {
        return None;
    }
    let hints =
        colors.max(-8) * i64::from(costs.wrong_color.0) + numbers.max(-8) * i64::from(costs.wrong_number.0);
    let cost = (i64::from(costs.missing.0) + hints).max(i64::from(costs.look_alike.0));
    let cost = Cost(u32::try_from(cost).unwrap_or(u32::MAX));
    (cost <= DEAREST).then_some(cost)
}

/// For each ply the hints from there on.
fn hints(work: &Work<'_>) -> Vec<Hints> {
    let numbers = work.plies.iter().enumerate().find_map(|(i, ply)| Some((i, ply.number?)));
    let number_of = |ply: usize| {
        let (first, number) = numbers?;
        let half_move = |ply: usize| ply + usize::from(work.first == Color::Black);
        Some(number as usize + (half_move(ply) / 2).saturating_sub(half_move(first) / 2))
    };
    // For each hint: 1 if it agrees without a half-move more only, -1 if it agrees with it only.
    let verdict = |without: bool, with: bool| i64::from(without) - i64::from(with);
    let mut all = vec![Hints::default(); work.plies.len()];
    let mut sum = Hints::default();
    for (ply, told) in work.plies.iter().enumerate().rev() {
        if let Some(color) = told.color {
            let without = color == work.turn_of(ply);
            sum.colors += verdict(without, !without);
        }
        if let Some(number) = told.number {
            let agrees = |due: Option<usize>| due == Some(number as usize);
            sum.numbers += verdict(agrees(number_of(ply)), agrees(number_of(ply + 1)));
        }
        all[ply] = sum;
    }
    all
}

/// Other moves at a ply whose mark is not what the board shows, as misprints of one part that make the mark true and
/// let the game reach its end; with what their lines cost.
pub(super) fn doubts(work: &mut Work<'_>, graph: &Graph, ply: usize, path: &Path) -> Vec<Other> {
    let plies = work.plies.len();
    let Some(cut) = graph.rows[0].get(ply) else { return Vec::new() };
    let printed = path.steps[ply].cost;
    let mut cuts: Vec<Cut> = (0..=ply).map(|_| Cut::default()).collect();
    let mut first = Cut::default();
    slip_here(work, cut, ply, false, &vec![true; cut.states.len()], &mut first, &[]);
    cuts.push(first);
    for later in ply + 1..plies {
        let mut next = Cut::default();
        work.follow(&cuts[later], 0, later, &mut next, &[]);
        work.trim(&mut next, later);
        cuts.push(next);
    }
    // The ways into the first cut come from the other graph.
    let edges = std::mem::take(&mut cuts[ply + 1].edges);
    if cuts.last().is_none_or(|cut| cut.states.is_empty()) {
        return Vec::new();
    }
    let alone = Graph { rows: vec![cuts] };
    let mut others: Vec<Other> = Vec::new();
    for edge in edges.iter().filter(|edge| edge.cost < printed + work.weights.costs.margin) {
        let cost = cut.states[edge.from as usize].cost + edge.cost;
        let rest = alone.cost_to_go(ply + 1, edge.to, plies, &|end| work.last_cost(end));
        let Some(total) = rest.map(|rest| cost + rest) else { continue };
        let is_new = edge.mv != path.steps[ply].mv && others.iter().all(|other| other.mv != edge.mv);
        if is_new && total < path.cost + work.weights.costs.margin {
            let above = Cost(total.0.saturating_sub(path.cost.0));
            others.push(Other { mv: edge.mv, before: None, above });
        }
    }
    others.sort_by_key(|other| (other.above, other.mv));
    others
}
