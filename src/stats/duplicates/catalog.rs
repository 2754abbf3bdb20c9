//! The second pass and its outcome: which games are records of one game.
use std::collections::HashMap;

use super::table::{Kind, Reason, Record, Stand, Verdict, Verdicts};
use super::{Entry, Keys, LONG, NameId, Names, Place, Prefer, UNKNOWN};
use crate::game::{Game, MovesKey};

/// How many records with the same moves and players are looked at one by one.
const SCAN: usize = 1000;

/// The keys of all games, in order.
#[derive(Debug)]
pub struct Catalog {
    names: Names,
    /// By place.
    entries: Vec<Entry>,
    /// The entries by key, surnames and place.
    by_key: Vec<u32>,
    /// Some 32 bits for each game, of which two are set: nearly all half-moves pass through the end of no other game.
    filter: Vec<u64>,
}

/// The games that a later part of another game goes through: from the short one to the longest that does.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    /// Entry to half-moves and place of the longer game with the same players.
    same: HashMap<u32, (u32, Place)>,
    /// The first entry of a key to half-moves and place of any longer game.
    any: HashMap<u32, (u32, Place)>,
}

/// Keeps the longest, of these the first.
fn keep(best: &mut HashMap<u32, (u32, Place)>, short: u32, plies: u32, place: Place) {
    let own = best.entry(short).or_insert((plies, place));
    if plies > own.0 || plies == own.0 && place < own.1 {
        *own = (plies, place);
    }
}

impl Passes {
    /// Adds what was found elsewhere.
    pub fn merge(&mut self, other: Self) {
        for (short, (plies, place)) in other.same {
            keep(&mut self.same, short, plies, place);
        }
        for (short, (plies, place)) in other.any {
            keep(&mut self.any, short, plies, place);
        }
    }
}

/// The word of a key in a filter of so many, a power of two, and its bits there.
#[inline]
fn bits(key: MovesKey, words: usize) -> (usize, u64) {
    let [_, key] = key.halves();
    (key as usize & (words - 1), 1 << (key >> 58) | 1 << (key >> 52 & 63))
}

impl Catalog {
    pub(super) fn new(keys: Keys) -> Self {
        let Keys { names, mut entries, sizes } = keys;
        entries.sort_unstable_by_key(|entry| entry.place);
        number(&mut entries, &sizes);
        let mut by_key: Vec<u32> = (0..u32::try_from(entries.len()).unwrap_or(u32::MAX)).collect();
        let surname = |id: NameId| names.surnames[id as usize];
        by_key.sort_unstable_by_key(|&at| {
            let entry = &entries[at as usize];
            (entry.key, surname(entry.white), surname(entry.black), at)
        });
        let mut filter = vec![0; entries.len().div_ceil(2).next_power_of_two()];
        for entry in &entries {
            let (word, mask) = bits(entry.key, filter.len());
            filter[word] |= mask;
        }
        Self { names, entries, by_key, filter }
    }

    /// The records with this key, as a range of `by_key`.
    fn range(&self, key: MovesKey) -> std::ops::Range<usize> {
        let start = self.by_key.partition_point(|&at| self.entries[at as usize].key < key);
        let more = self.by_key[start..].partition_point(|&at| self.entries[at as usize].key == key);
        start..start + more
    }

    fn entry(&self, at: u32) -> &Entry {
        &self.entries[at as usize]
    }

    fn players(&self, entry: &Entry) -> (NameId, NameId) {
        (self.names.surnames[entry.white as usize], self.names.surnames[entry.black as usize])
    }

    /// Neither player is known: nothing says that two short records with the same moves are of one game.
    fn is_nameless(&self, (white, black): (NameId, NameId)) -> bool {
        let is_unknown = |id: NameId| &*self.names.list[id as usize] == UNKNOWN;
        is_unknown(white) && is_unknown(black)
    }

    /// Looks where a game goes through the end of a shorter one. Games of the first pass only.
    pub fn passes(&self, place: Place, game: &Game<'_>, found: &mut Passes) {
        let mut own = None;
        let mut key = MovesKey::start(&game.start);
        for (ply, played) in (1..).zip(game.plies_played()) {
            key = key.then(played.mv);
            let (word, mask) = bits(key, self.filter.len());
            if self.filter[word] & mask != mask || ply >= game.plies {
                continue;
            }
            let range = self.range(key);
            let Some(&first) = self.by_key.get(range.start).filter(|_| !range.is_empty()) else { continue };
            let Some(long) = *own.get_or_insert_with(|| {
                self.entries
                    .binary_search_by_key(&place, |entry| entry.place)
                    .ok()
                    .map(|at| &self.entries[at])
            }) else {
                return;
            };
            if ply >= LONG {
                keep(&mut found.any, first, game.plies, place);
            }
            let players = self.players(long);
            let records = &self.by_key[range];
            let start = records.partition_point(|&at| self.players(self.entry(at)) < players);
            for &at in records[start..].iter().take(SCAN) {
                let short = self.entry(at);
                if self.players(short) != players {
                    break;
                }
                if ply >= LONG || short.agrees(long) && !self.is_nameless(players) {
                    keep(&mut found.same, at, game.plies, place);
                }
            }
        }
    }

    /// Ends the second pass.
    #[must_use]
    pub fn resolve(self, passes: &Passes, choice: Choice) -> Verdicts {
        let count = self.entries.len();
        // Records of one game; and, wider, all that have to do with one another.
        let (mut games, mut groups) = (Sets::new(count), Sets::new(count));
        let mut at = 0;
        while at < self.by_key.len() {
            let range = self.range(self.entry(self.by_key[at]).key);
            self.join_same_moves(&self.by_key[range.clone()], &mut games, &mut groups);
            at = range.end.max(at + 1);
        }
        let find = |place: Place| self.entries.binary_search_by_key(&place, |entry| entry.place).ok();
        let mut shorts: Vec<_> = passes.same.iter().map(|(&short, &(_, place))| (short, place)).collect();
        for (&first, &(_, place)) in &passes.any {
            let key = self.entry(first).key;
            let records = &self.by_key[self.range(key)];
            shorts.extend(records.iter().filter(|at| !passes.same.contains_key(at)).map(|&at| (at, place)));
        }
        shorts.sort_unstable();
        for (short, place) in shorts {
            if let Some(long) = find(place) {
                games.join(short as usize, long);
                groups.join(short as usize, long);
            }
        }
        self.verdicts(&mut games, &mut groups, choice)
    }

    /// Joins records that have the same start and moves.
    fn join_same_moves(&self, records: &[u32], games: &mut Sets, groups: &mut Sets) {
        let mut kinds: Vec<u32> = Vec::new();
        for (i, &at) in records.iter().enumerate().skip(1) {
            let entry = self.entry(at);
            let before = self.entry(records[i - 1]);
            if entry.plies >= LONG {
                games.join(at as usize, records[0] as usize);
                groups.join(at as usize, records[0] as usize);
                continue;
            }
            if entry.plies > 0 {
                groups.join(at as usize, records[0] as usize);
            }
            // Short games: with the first record of these players that nothing contradicts.
            if self.players(entry) != self.players(before) {
                kinds.clear();
                continue;
            }
            if kinds.is_empty() {
                kinds.push(records[i - 1]);
            }
            let same = kinds.iter().copied().find(|&kind| {
                let other = self.entry(kind);
                match entry.plies {
                    0 => self.same_headers(entry, other),
                    _ if self.is_nameless(self.players(entry)) => entry.headers == other.headers,
                    _ => entry.agrees(other),
                }
            });
            match same {
                Some(kind) => {
                    games.join(at as usize, kind as usize);
                    groups.join(at as usize, kind as usize);
                }
                None if kinds.len() < SCAN => kinds.push(at),
                None => {}
            }
        }
    }

    fn same_headers(&self, a: &Entry, b: &Entry) -> bool {
        (a.headers, a.white, a.black) == (b.headers, b.white, b.black)
    }

    fn verdicts(self, games: &mut Sets, groups: &mut Sets, choice: Choice) -> Verdicts {
        let rank = |at: usize| choice.rank(&self.entries[at], at);
        // The keeper of each game, and the record that would be kept without it.
        let mut keepers: HashMap<usize, usize> = HashMap::new();
        let mut second: HashMap<usize, usize> = HashMap::new();
        let members: Vec<_> = (0..self.entries.len()).filter(|&at| groups.has_company(at)).collect();
        for &at in &members {
            let game = games.root(at);
            match keepers.get(&game) {
                Some(&best) if rank(best) > rank(at) => {
                    let runner_up = second.entry(game).or_insert(at);
                    if rank(at) > rank(*runner_up) {
                        *runner_up = at;
                    }
                }
                Some(&best) => {
                    second.insert(game, best);
                    keepers.insert(game, at);
                }
                None => {
                    keepers.insert(game, at);
                }
            }
        }
        let mut numbers: HashMap<usize, u32> = HashMap::new();
        let mut rows = Vec::with_capacity(members.len());
        for at in members {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX).saturating_add(1);
            let group = *numbers.entry(groups.root(at)).or_insert(next);
            let game = games.root(at);
            let keeper = keepers.get(&game).copied().unwrap_or(at);
            let (own, kept) = (&self.entries[at], &self.entries[keeper]);
            let kind = if at == keeper {
                if second.contains_key(&game) { Kind::Keeper } else { Kind::SameMoves }
            } else if own.key != kept.key && own.plies > kept.plies {
                Kind::Longer
            } else if own.key != kept.key {
                Kind::Prefix
            } else if self.same_headers(own, kept) {
                Kind::Identical
            } else {
                Kind::Headers
            };
            let runner_up = second.get(&game).map(|&at| &self.entries[at]);
            let reason = self.reason(kind, own, kept, runner_up.map(|other| choice.reason(own, other)));
            let keeper = Stand { place: kept.place, number: kept.number, line: kept.line };
            rows.push(Verdict { group, kind, row: self.record(at), keeper, reason });
        }
        rows.sort_unstable_by_key(|verdict| (verdict.group, verdict.row.place));
        Verdicts { rows, names: self.names.list }
    }

    fn record(&self, at: usize) -> Record {
        let entry = &self.entries[at];
        Record {
            place: entry.place,
            number: entry.number,
            line: entry.line,
            white: entry.white,
            black: entry.black,
            plies: entry.plies,
            tags: entry.tags,
            comments: entry.comments,
        }
    }

    /// Why a record is what it is said to be.
    fn reason(&self, kind: Kind, own: &Entry, kept: &Entry, best: Option<&'static str>) -> Reason {
        let players = if self.is_nameless(self.players(own)) && self.is_nameless(self.players(kept)) {
            "no player is known"
        } else if (own.white, own.black) == (kept.white, kept.black) {
            "the players agree"
        } else if self.players(own) == self.players(kept) {
            "the surnames agree"
        } else {
            "other players"
        };
        let plies = own.plies;
        match kind {
            Kind::Keeper => Reason::Kept(best.unwrap_or("first")),
            Kind::Longer => Reason::Longer { plies, of: kept.plies, players },
            Kind::Identical => Reason::Identical { plies },
            Kind::Headers => Reason::Headers { plies, players, others_differ: own.headers != kept.headers },
            Kind::Prefix => Reason::Prefix { plies, of: kept.plies, players },
            Kind::SameMoves => Reason::SameMoves { plies },
        }
    }
}

/// Which record of a game is kept.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Of the records that may be written.
    pub prefer: Prefer,
    /// Records of the inputs from this number on are kept before all others, and are not written.
    pub base: usize,
}

impl Choice {
    /// The record with the highest rank is kept.
    fn rank(self, entry: &Entry, at: usize) -> impl Ord {
        let Entry { plies, tags, .. } = *entry;
        let notes = entry.notes();
        let [a, b, c] = match self.prefer {
            Prefer::Annotated => [notes, plies, tags.into()],
            Prefer::Longest => [plies, tags.into(), notes],
            Prefer::First => [0; 3],
        };
        (entry.place.input() >= self.base, a, b, c, std::cmp::Reverse(at))
    }

    /// Why a record ranks before the next.
    fn reason(self, best: &Entry, next: &Entry) -> &'static str {
        if best.place.input() >= self.base && next.place.input() < self.base {
            return "it is there already";
        }
        let notes = (best.notes() > next.notes(), "most comments and variations");
        let plies = (best.plies > next.plies, "most moves");
        let tags = (best.tags > next.tags, "most tags");
        let reasons = match self.prefer {
            Prefer::Annotated => &[notes, plies, tags][..],
            Prefer::Longest => &[plies, tags, notes],
            Prefer::First => &[],
        };
        reasons.iter().find(|(is_so, _)| *is_so).map_or("first", |(_, words)| words)
    }
}

impl Entry {
    /// Comments and variations.
    fn notes(&self) -> u32 {
        u32::from(self.comments) + u32::from(self.variations)
    }
}

/// Gives the games of each input their numbers.
fn number(entries: &mut [Entry], sizes: &HashMap<(u32, u32), u32>) {
    let mut chunks: Vec<_> = sizes.iter().map(|(&chunk, &size)| (chunk, size)).collect();
    chunks.sort_unstable();
    let mut firsts = HashMap::new();
    let (mut input, mut first) = (0, 1_u32);
    for (chunk, size) in chunks {
        if chunk.0 != input {
            (input, first) = (chunk.0, 1);
        }
        firsts.insert(chunk, first);
        first = first.saturating_add(size);
    }
    for entry in entries {
        let first = firsts.get(&(entry.place.input, entry.place.chunk)).copied().unwrap_or(1);
        entry.number = first.saturating_add(entry.place.index);
    }
}

/// Sets that are joined (union-find); the root of a set is its first member.
struct Sets(Vec<u32>, Vec<bool>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..u32::try_from(count).unwrap_or(u32::MAX)).collect(), vec![false; count])
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] as usize != at {
            self.0[at] = self.0[self.0[at] as usize];
            at = self.0[at] as usize;
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        (self.1[a], self.1[b]) = (true, true);
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.0[high] = u32::try_from(low).unwrap_or(u32::MAX);
    }

    /// The set has more than one member.
    fn has_company(&self, at: usize) -> bool {
        self.1[at]
    }
}
