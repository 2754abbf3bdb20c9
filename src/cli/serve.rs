//! `descant report --serve`: the page at an address of this machine, for one reader. What is decided on it is saved to
//! the file of decisions at once, and the book is read again with it. Nothing else is served.
use std::fs;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use tiny_http::{Header, Method, Request, Response, Server};

use super::args::ReportArgs;
use super::config::Config;
use super::decisions::Book;
use super::images::Images;
use super::inputs::text_of;
use super::leftover;
use super::output::Output;
use super::report;
use super::run::Summary;
use crate::decisions::HEAD;
use crate::diagnose::Severity;
use crate::error::Error;
use crate::source::{Input, SourceError};

/// Longer files of decisions are not taken, in bytes.
const LONGEST: u64 = 16 << 20;
/// How often it is looked whether to stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// An answer: its status, its kind, its body.
type Answer = (u16, &'static str, Vec<u8>);

/// Behind the secret, and before the number of the decisions that were known.
const DECISIONS: &str = "decisions/";

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// A request, and the words that came with it.
type Asked = (Request, Result<String, Answer>);

/// The page that is served.
struct Desk<'a> {
    config: Config,
    args: &'a ReportArgs,
    /// The file of decisions.
    file: PathBuf,
    /// How often the decisions have changed: who sends new ones says which he knew.
    revision: u64,
    /// The address behind which everything is.
    secret: String,
    images: Option<Images>,
}

impl Desk<'_> {
    /// Reads the decisions of a text, and the books with them.
    fn take(&mut self, text: String) -> Result<(), Error> {
        let book = Book::parse(self.file.display().to_string(), text)?;
        self.config.decisions = Some(Arc::new(book));
        Ok(())
    }

    /// Reads the file of decisions; one that is not there yet has none.
    ///
    /// # Errors
    /// When it cannot be read, or is none.
    fn refresh(&mut self) -> Result<(), Error> {
        let text = match fs::read(&self.file) {
            Ok(bytes) => {
                text_of(bytes).map_err(|error| Error::usage(format!("{}: {error}", self.file.display())))?
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => format!("{HEAD}\n"),
            Err(error) => return Err(Error::usage(format!("{}: {error}", self.file.display()))),
        };
        if self.config.decisions.as_ref().is_none_or(|book| book.decisions.text != text) {
            self.take(text)?;
            self.revision += 1;
        }
        Ok(())
    }

    /// Every book can be opened: a page without one of them would say that nothing in it is in doubt.
    fn books(&self) -> Result<(), Error> {
        let files = self.config.inputs.iter().filter_map(|input| match input {
            Input::File(path) => Some((input, path)),
            _ => None,
        });
        for (input, path) in files {
            fs::File::open(path).map_err(|source| SourceError::Open { name: input.name(), source })?;
        }
        Ok(())
    }

    fn report(&self) -> Result<crate::emit::html::Report, Error> {
        self.books()?;
        let (mut report, _) = report::read(&self.config, self.args, self.images.as_ref())?;
        report.sources = "connect-src 'self'; img-src 'self'; ";
        report.serve = Some(format!("{}{DECISIONS}{}", self.secret, self.revision));
        Ok(report)
    }

    fn json(&self, status: u16) -> Result<Answer, Error> {
        let json = self.report()?.json().map_err(|error| Error::write("the page", error))?;
        Ok((status, JSON, json.into_bytes()))
    }

    /// Saves a file of decisions that the page sends, and says what is in doubt with it. One that was made without
    /// knowing all decisions is not saved: those there are answered, so that none of them is lost.
    fn decide(&mut self, text: String, known: &str) -> Result<Answer, Error> {
        self.refresh()?;
        if known.parse() != Ok(self.revision) {
            return self.json(409);
        }
        self.books()?;
        let before = self.config.decisions.clone();
        if let Err(error) = self.take(text.clone()) {
            return Ok((400, TEXT, error.to_string().into_bytes()));
        }
        let saved = Output::new(Some(&self.file))
            .and_then(|mut out| out.put(|out| out.write_all(text.as_bytes())).map(|()| out))
            .and_then(Output::finish);
        if let Err(error) = saved {
            self.config.decisions = before;
            return Ok((500, TEXT, error.to_string().into_bytes()));
        }
        self.revision += 1;
        self.json(200)
    }

    /// The picture of a page of this number.
    fn image(&self, number: &str) -> Answer {
        let Ok(number) = number.parse::<usize>() else { return nothing() };
        let found = self.images.as_ref().and_then(|images| images.named(number));
        let Some(path) = found else { return nothing() };
        let kind =
            match path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase).as_deref()
            {
                Some("png") => "image/png",
                Some("jpg" | "jpeg") => "image/jpeg",
                Some("webp") => "image/webp",
                Some("gif") => "image/gif",
                _ => return nothing(),
            };
        fs::read(path).map_or_else(|_| nothing(), |bytes| (200, kind, bytes))
    }

    /// Answers what is asked for behind the secret.
    fn answer(&mut self, request: &Request, body: Result<String, Answer>) -> Result<Answer, Error> {
        let name = request.url().strip_prefix(self.secret.as_str()).unwrap_or_default();
        match request.method() {
            Method::Get if name.is_empty() => {
                let mut page = Vec::new();
                self.refresh()?;
                self.report()?.write(&mut page).map_err(|error| Error::write("the page", error))?;
                Ok((200, HTML, page))
            }
            Method::Get => Ok(name.strip_prefix("image/").map_or_else(nothing, |number| self.image(number))),
            Method::Post => match (name.strip_prefix(DECISIONS), body) {
                (Some(known), Ok(text)) => self.decide(text, known),
                (Some(_), Err(answer)) => Ok(answer),
                (None, _) => Ok(nothing()),
            },
            _ => Ok(nothing()),
        }
    }
}

/// Takes requests as long as somebody waits for them. Each is read by a thread of its own: whoever sends slowly, or
/// stops halfway, keeps nobody else waiting. What does not know the secret gets no further than here.
fn listen(server: &Server, host: &str, secret: &str, to: &Sender<io::Result<Asked>>) {
    loop {
        let mut request = match server.recv() {
            Ok(request) => request,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return drop(to.send(Err(error))),
        };
        // A page of another address has another host, whatever its name is made to mean.
        let hosts: Vec<&str> = request
            .headers()
            .iter()
            .filter(|header| header.field.equiv("Host"))
            .map(|header| header.value.as_str())
            .collect();
        let is_ours = hosts == [host];
        if is_ours && request.url() == "/favicon.ico" {
            // Browsers ask by themselves; there is none.
            respond(request, (204, TEXT, Vec::new()));
        } else if is_ours && request.url().starts_with(secret) {
            let to = to.clone();
            thread::spawn(move || {
                let body = read(&mut request);
                let _ = to.send(Ok((request, body)));
            });
        } else {
            respond(request, nothing());
        }
    }
}

/// What was sent with a request.
fn read(request: &mut Request) -> Result<String, Answer> {
    let mut text = String::new();
    if *request.method() == Method::Post {
        let read = request.as_reader().take(LONGEST + 1).read_to_string(&mut text);
        read.map_err(|error| (400, TEXT, error.to_string().into_bytes()))?;
        if text.len() as u64 > LONGEST {
            let why = format!("a file of decisions of more than {LONGEST} bytes is not taken");
            return Err((413, TEXT, why.into_bytes()));
        }
    }
    Ok(text)
}

/// Answers, without waiting until the reader has it.
fn respond(request: Request, (status, kind, body): Answer) {
    let headers = [
        ("Content-Type", kind),
        ("Cache-Control", "no-store"),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ];
    let mut response = Response::from_data(body).with_status_code(status);
    for header in headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok()) {
        response.add_header(header);
    }
    // A reader that went away is no fault.
    thread::spawn(move || drop(request.respond(response)));
}

fn nothing() -> Answer {
    (404, TEXT, b"there is nothing here\n".to_vec())
}

/// The file of decisions: the one that was named, else one beside the first input.
fn file_of(config: &Config, args: &ReportArgs) -> Result<PathBuf, Error> {
    if let Some(path) = &args.common.decisions {
        return Ok(path.clone());
    }
    if config.inputs.iter().any(|input| !matches!(input, Input::File(_))) {
        return Err(Error::usage(
            "standard input cannot be read again: files would be accepted with --serve",
        ));
    }
    let Some(Input::File(first)) = config.inputs.first() else { return Err(Error::usage("no input")) };
    Ok(first.with_extension("decisions.tsv"))
}

/// Serves the page until it is interrupted; a file of decisions that is not there yet is made with the first.
///
/// # Errors
/// Wrong usage, or no address can be had.
pub fn run(mut args: ReportArgs) -> Result<Summary, Error> {
    let decisions = args.common.decisions.take();
    let mut config = Config::new(&args.common, &args.results, Severity::Note)?;
    args.common.decisions = decisions;
    let args = &args;
    let file = file_of(&config, args)?;
    let failed = |error: &dyn std::fmt::Display| Error::usage(format!("the page cannot be served: {error}"));
    let mut random = [0_u8; 16];
    getrandom::fill(&mut random).map_err(|error| failed(&error))?;
    let secret = format!("/{}/", random.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    config.memory = Some(Arc::default());
    let images =
        args.images.clone().map(|pattern| Images::new(pattern, None).served(format!("{secret}image/")));
    let mut desk = Desk { config, args, file, revision: 0, secret, images };
    desk.refresh()?;
    desk.books()?;
    leftover::end_by_itself();
    // Where no decisions can be saved, it is better to know before the first of them.
    drop(Output::new(Some(&desk.file))?);
    let server = Server::http(("127.0.0.1", args.port)).map_err(|error| failed(&error))?;
    let stop = Arc::new(AtomicBool::new(false));
    #[cfg(unix)]
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop)).map_err(|error| failed(&error))?;
    }
    let host = server.server_addr().to_string();
    let mut out = std::io::stdout();
    let _ = writeln!(
        out,
        "http://{host}{}\ndecisions are saved to {}; Ctrl-C ends it",
        desk.secret,
        desk.file.display()
    );
    let _ = out.flush();
    let (to, asked) = mpsc::channel();
    let secret = desk.secret.clone();
    thread::spawn(move || listen(&server, &host, &secret, &to));
    while !stop.load(Ordering::Relaxed) {
        match asked.recv_timeout(PATIENCE) {
            Ok(Ok((request, body))) => {
                // A book that cannot be read may be there again for the next request.
                let answer = desk.answer(&request, body);
                respond(request, answer.unwrap_or_else(|error| (500, TEXT, error.to_string().into_bytes())));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Ok(Err(error)) => return Err(failed(&error)),
            Err(RecvTimeoutError::Disconnected) => return Err(failed(&"nobody listens any more")),
        }
    }
    Ok(Summary::default())
}
