//! The move generator against published numbers of games.

use descant::chess::{Forgive, Position, Setup};

fn perft(fen: &str, depth: u32) -> u64 {
    Position::from_fen(fen).unwrap().perft(depth)
}

/// The six positions of <https://www.chessprogramming.org/Perft_Results>.
const SIX: [(&str, u32, u64); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3_894_594),
];

/// Positions of Chess960 from <https://www.chessprogramming.org/Chess960_Perft_Results> (the table of Ethereal,
/// `fischer.epd`).
const CHESS960: [(&str, u32, u64); 17] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273_318),
    ("qnbnr1kr/ppp1b1pp/4p3/3p1p2/8/2NPP3/PPP1BPPP/QNB1R1KR w HEhe - 1 9", 4, 824_055),
    ("bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9", 4, 962_591),
    ("qbb1rnkr/ppp3pp/4n3/3ppp2/1P3PP1/8/P1PPPN1P/QBB1RNKR w HEhe - 0 9", 4, 541_886),
    ("nrb1qkrb/2ppppp1/p3n3/1p1B3p/2P5/6P1/PP1PPPRP/NRBNQK2 w Bgb - 2 9", 4, 401_967),
    ("nrqkbbnr/2pppp1p/p7/1p6/2P1Pp2/8/PPNP2PP/1RQKBBNR w HBhb - 0 9", 4, 432_750),
    ("nqbrkrn1/1ppppp2/6pp/p7/1P6/2Q5/P1PPPPPP/N1BRKRNB w FDfd - 0 9", 4, 397_340),
    ("1qbbn1kr/1ppppppp/r3n3/8/p1P5/P7/1P1PPPPP/RQBBNNKR w HAh - 1 9", 4, 720_277),
    ("r1bqk1rb/pppnpppp/5n2/3p4/2P3PP/2N5/PP1PPP2/R1BQKNRB w GAga - 1 9", 4, 733_155),
    ("rqnbbkrn/p1p1pppp/3p4/1p5B/8/1P1NP3/P1PP1PPP/RQ2BKRN w GAga - 0 9", 4, 422_491),
    ("1rkrbqnb/pppppp2/2n3p1/7p/3P3P/P4N2/1PP1PPP1/RNKRBQ1B w DAd - 0 9", 4, 403_921),
    ("rb1knnbr/1pp1ppp1/p2p3p/5q2/3B2P1/3P1P2/PPP1P2P/RBQKNN1R w HAha - 0 9", 3, 44_096),
    ("qrknbbrn/ppp1ppp1/8/7p/2Bp4/4PPP1/PPPP3P/QRKNB1RN w GBgb - 0 9", 4, 376_808),
    ("rbknb1rn/p1pp2pp/1p6/4pp2/1q3P1B/2N5/PPPPPNPP/RBK2QR1 w GAga - 2 9", 4, 1_374_158),
    ("rkbqrb1n/3pBppp/ppp2n2/8/8/P2P4/1PP1PPPP/RK1QRBNN w EAea - 0 9", 4, 543_069),
    ("bbq1nr1r/pppppk1p/2n2p2/6p1/P4P2/4P1P1/1PPP3P/BBQNNRKR w HF - 1 9", 4, 387_556),
];

#[test]
fn the_six_known_positions() {
    for (fen, depth, nodes) in SIX {
        assert_eq!(perft(fen, depth), nodes, "{fen}");
    }
}

#[test]
fn chess960_positions() {
    for (fen, depth, nodes) in CHESS960 {
        assert_eq!(perft(fen, depth), nodes, "{fen}");
    }
}

/// Reads a whole table: lines `epd FEN`, then `perft DEPTH NODES`.
#[test]
#[ignore = "needs tables of perft results: set PERFT_TABLES to their paths, separated by colons"]
fn whole_tables() {
    let paths = std::env::var("PERFT_TABLES").expect("PERFT_TABLES is set");
    let limit = 2_000_000;
    for path in paths.split(':') {
        let text = std::fs::read_to_string(path).expect("a readable table");
        let (mut fen, mut entries, mut sum) = ("", 0_u64, 0_u64);
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("epd ") {
                fen = rest.trim();
            } else if let Some(rest) = line.strip_prefix("perft ") {
                let (depth, nodes) = rest.trim().split_once(' ').expect("a depth and a number");
                let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.trim().parse().unwrap());
                if nodes <= limit {
                    // Some tables have checks that no game can lead to.
                    let position = Setup::from_fen(fen).unwrap().into_position(Forgive::ALL).unwrap();
                    assert_eq!(position.perft(depth), nodes, "{path}: {fen} at depth {depth}");
                    entries += 1;
                    sum += nodes;
                }
            }
        }
        println!("{path}: {entries} entries, {sum} games");
    }
}
