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
    let to = format!("{}decisions", served.secret);
    let (status, json) = served.ask("POST", &to, &served.host, &rows);
    assert_eq!(status, 200, "{json}");
    assert!(json.contains("\"status\":\"edited\"") && !json.contains("\"status\":\"repaired\""), "{json}");
    let file = folder.join("book.decisions.tsv");
    assert_eq!(fs::read_to_string(&file).expect("saved"), rows);
    // What is no decision changes nothing.
    let (status, said) = served.ask("POST", &to, &served.host, &format!("{HEAD}\n12:4\tQ\t\tperhaps\n"));
    assert!(status == 400 && said.contains("perhaps"), "{status} {said}");
    assert_eq!(fs::read_to_string(&file).expect("saved"), rows);
    assert_eq!(fs::read_to_string(folder.join("book.txt")).expect("a book"), BOOK);
    #[cfg(unix)]
    {
        let pid = served.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        assert_eq!(served.child.wait().expect("an end").code(), Some(0));
    }
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
    assert_eq!(served.ask("PUT", &format!("{secret}/decisions"), &served.host, "x").0, 404);
}
