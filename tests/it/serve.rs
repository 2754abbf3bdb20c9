//! `report --serve`: what is decided is saved and read again at once, and nothing else is served.
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use descant::decisions::HEAD;

/// The program while it serves a page.
struct Served {
    child: Child,
    host: String,
    secret: String,
}

impl Served {
    fn start(name: &str, text: &str) -> (Self, PathBuf) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("book.txt"), text).expect("a book");
        fs::write(folder.join("secret.txt"), "nobody's").expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
            .args(["report", "--quiet", "--serve", "book.txt"])
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
        said.read_line(&mut line).expect("an address");
        let address = line.trim().strip_prefix("http://").expect("an address");
        let (host, secret) = address.split_once('/').expect("a secret");
        let served = Self { child, host: host.to_owned(), secret: format!("/{secret}") };
        (served, folder)
    }

    /// Status and body of an answer.
    fn ask(&self, method: &str, path: &str, host: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
        (status, answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned()).unwrap_or_default())
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, &self.host, "")
    }

    /// Where decisions are sent by a page that knows the present ones.
    fn decisions(&self) -> String {
        let (status, page) = self.get(&self.secret);
        assert_eq!(status, 200);
        let (_, rest) = page.split_once("\"serve\":\"").expect("an address");
        rest.split_once('"').expect("an end").0.to_owned()
    }

    /// Ends it as Ctrl-C does.
    #[cfg(unix)]
    fn interrupt(&mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        for _ in 0..100 {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return assert_eq!(status.code(), Some(0));
            }
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
        panic!("it goes on after Ctrl-C");
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const BOOK: &str = include_str!("../../fixtures/cli/opera-misprint.txt");

#[test]
fn a_decision_is_saved_and_the_game_is_read_again() {
    let (mut served, folder) = Served::start("decide", BOOK);
    assert!(served.host.starts_with("127.0.0.1:"));
    let (status, page) = served.get(&served.secret);
    assert_eq!(status, 200);
    assert!(page.contains("\"status\":\"repaired\""));
    let rows = format!("{HEAD}\n12:4\tQ—QKt4\t\tQb3\tanna\t2025-11-22\t\n");
    let (status, json) = served.ask("POST", &served.decisions(), &served.host, &rows);
    assert_eq!(status, 200, "{json}");
    assert!(json.contains("\"status\":\"edited\"") && !json.contains("\"status\":\"repaired\""), "{json}");
    let file = folder.join("book.decisions.tsv");
    assert_eq!(fs::read_to_string(&file).expect("saved"), rows);
    // What is no decision changes nothing.
    let wrong = format!("{HEAD}\n12:4\tQ\t\tperhaps\n");
    let (status, said) = served.ask("POST", &served.decisions(), &served.host, &wrong);
    assert!(status == 400 && said.contains("perhaps"), "{status} {said}");
    assert_eq!(fs::read_to_string(&file).expect("saved"), rows);
    assert_eq!(fs::read_to_string(folder.join("book.txt")).expect("a book"), BOOK);
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 3, "nothing is left beside it");
    #[cfg(unix)]
    served.interrupt();
}

#[test]
fn decisions_made_without_knowing_all_are_not_saved_upon_the_others() {
    let (served, folder) = Served::start("twice", BOOK);
    let file = folder.join("book.decisions.tsv");
    let old = served.decisions();
    let first = format!("{HEAD}\n12:4\tQ—QKt4\t\tQb3\tanna\n");
    assert_eq!(served.ask("POST", &old, &served.host, &first).0, 200);
    // Another page that was opened before; it is told what was decided meanwhile.
    let second = format!("{HEAD}\n12:4\tQ—QKt4\t\tWhite=Morphy\tberta\n");
    let (status, json) = served.ask("POST", &old, &served.host, &second);
    assert!(status == 409 && json.contains("Qb3\\tanna"), "{status} {json}");
    assert_eq!(fs::read_to_string(&file).expect("saved"), first);
    // What is written to the file by hand is known to nobody.
    let now = served.decisions();
    fs::write(&file, format!("{first}# by hand\n")).expect("written");
    assert_eq!(served.ask("POST", &now, &served.host, &second).0, 409);
    assert_eq!(served.ask("POST", &served.decisions(), &served.host, &format!("{first}{second}")).0, 400);
    fs::remove_file(&file).expect("removed");
    assert_eq!(served.ask("POST", &served.decisions(), &served.host, &second).0, 200);
    assert_eq!(fs::read_to_string(&file).expect("saved"), second);
}

#[test]
fn whoever_sends_half_a_request_keeps_nobody_waiting_and_does_not_keep_it_from_ending() {
    let (mut served, folder) = Served::start("stuck", BOOK);
    let to = served.decisions();
    let stuck: Vec<TcpStream> = [to.as_str(), "/nowhere", &served.secret]
        .into_iter()
        .map(|path| {
            let mut stream = TcpStream::connect(&served.host).expect("it listens");
            let host = &served.host;
            write!(stream, "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\nplace")
                .expect("sent");
            stream
        })
        .collect();
    assert_eq!(served.get(&served.secret).0, 200);
    assert!(!folder.join("book.decisions.tsv").exists());
    #[cfg(unix)]
    served.interrupt();
    drop((served, stuck));
}

#[test]
fn a_file_of_decisions_that_is_too_long_is_refused_and_not_cut() {
    let (served, folder) = Served::start("long", BOOK);
    let long = format!("{HEAD}\n{}", format!("# {}\n", "x".repeat(1 << 20)).repeat(17));
    let (status, said) = served.ask("POST", &served.decisions(), &served.host, &long);
    assert!(status == 413 && said.contains("16777216 bytes"), "{status} {said}");
    assert!(!folder.join("book.decisions.tsv").exists());
}

#[test]
fn nothing_else_is_served_and_to_nobody_else() {
    let (served, _) = Served::start("closed", BOOK);
    let secret = served.secret.trim_end_matches('/').to_owned();
    for path in
        ["/", "/decisions", "/book.txt", "/../secret.txt", &format!("{}x/", &secret[..secret.len() - 1])]
    {
        assert_eq!(served.get(path).0, 404, "{path}");
    }
    for name in
        ["book.txt", "secret.txt", "../secret.txt", "image/0", "image/..%2fsecret.txt", "%2e%2e/secret.txt"]
    {
        assert_eq!(served.get(&format!("{secret}/{name}")).0, 404, "{name}");
    }
    for host in ["evil.example", "localhost", "127.0.0.1"] {
        assert_eq!(served.ask("GET", &served.secret, host, "").0, 404, "{host}");
    }
    // Two names for the host, of which one is ours.
    let both = format!("evil.example\r\nHost: {}", served.host);
    assert_eq!(served.ask("GET", &served.secret, &both, "").0, 404);
    for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "HEAD"] {
        for path in [served.decisions(), served.secret.clone(), format!("{secret}/image/0")] {
            assert_eq!(served.ask(method, &path, &served.host, "x").0, 404, "{method} {path}");
        }
    }
}

/// What is said where the page is not served, and the status.
fn refused(name: &str, args: &[&str]) -> (Option<i32>, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("book.txt"), BOOK).expect("a book");
    let mut child = Command::new(env!("CARGO_BIN_EXE_descant"))
        .args(["report", "--quiet", "--serve"])
        .args(args)
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line, or the end");
    if !line.is_empty() {
        let _ = child.kill();
    }
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(line, "", "it serves a page");
    (done.status.code(), String::from_utf8(done.stderr).expect("UTF-8"))
}

#[test]
fn a_book_that_is_not_there_and_decisions_that_cannot_be_saved_are_told_at_once() {
    let (status, said) = refused("no-book", &["book.txt", "nosuch.txt"]);
    assert!(said.contains("cannot open nosuch.txt"), "{said}");
    assert_eq!(status, Some(2));
    let (status, said) = refused("no-folder", &["book.txt", "--decisions", "nosuch/book.tsv"]);
    assert!(said.contains("there is no folder nosuch"), "{said}");
    assert_eq!(status, Some(2));
}

#[test]
fn a_book_that_goes_away_is_told_and_nothing_is_saved_until_it_is_back() {
    let (served, folder) = Served::start("gone", BOOK);
    let (book, file) = (folder.join("book.txt"), folder.join("book.decisions.tsv"));
    let to = served.decisions();
    let rows = format!("{HEAD}\n12:4\tQ—QKt4\t\tQb3\tanna\n");
    fs::remove_file(&book).expect("removed");
    for (status, said) in [served.get(&served.secret), served.ask("POST", &to, &served.host, &rows)] {
        assert!(status == 500 && said.contains("cannot open book.txt"), "{status} {said}");
    }
    assert!(!file.exists());
    fs::write(&book, BOOK).expect("a book");
    assert_eq!(served.ask("POST", &to, &served.host, &rows).0, 200);
    assert_eq!(fs::read_to_string(&file).expect("saved"), rows);
}
