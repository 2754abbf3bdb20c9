//! `descant report --serve`: the page at an address of this machine, for one reader. What is decided on it is saved to
//! the file of decisions at once, and the book is read again with it. Nothing else is served.
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tiny_http::{Header, Method, Request, Response, Server};

use super::args::ReportArgs;
use super::config::Config;
use super::decisions::Book;
use super::images::Images;
use super::report;
use super::run::Summary;
use crate::decisions::HEAD;
use crate::error::Error;
use crate::source::Input;

/// Longer files of decisions are not taken, in bytes.
const LONGEST: u64 = 64 << 20;
/// How often it is looked whether to stop.
const PATIENCE: Duration = Duration::from_millis(200);

/// An answer: its status, its kind, its body.
type Answer = (u16, &'static str, Vec<u8>);

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// The page that is served.
struct Desk<'a> {
    config: Config,
    args: &'a ReportArgs,
    /// The file of decisions.
    file: PathBuf,
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

    fn report(&self) -> Result<crate::emit::html::Report, Error> {
        let (mut report, _) = report::read(&self.config, self.args, self.images.as_ref())?;
        report.sources = "connect-src 'self'; img-src 'self'; ";
        report.serve = Some(format!("{}decisions", self.secret));
        Ok(report)
    }

    /// Saves a file of decisions that the page sends, and says what is in doubt with it.
    fn decide(&mut self, text: String) -> Result<Answer, Error> {
        let before = self.config.decisions.clone();
        if let Err(error) = self.take(text.clone()) {
            return Ok((400, TEXT, error.to_string().into_bytes()));
        }
        if let Err(error) = save(&self.file, &text) {
            self.config.decisions = before;
            return Ok((500, TEXT, error.to_string().into_bytes()));
        }
        let json = self.report()?.json().map_err(|error| Error::write("the page", error))?;
        Ok((200, JSON, json.into_bytes()))
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
    fn answer(&mut self, request: &mut Request) -> Result<Answer, Error> {
        if request.url() == "/favicon.ico" {
            // Browsers ask by themselves; there is none.
            return Ok((204, TEXT, Vec::new()));
        }
        let Some(name) = request.url().strip_prefix(self.secret.as_str()).map(str::to_owned) else {
            return Ok(nothing());
        };
        if let (Method::Get, Some(number)) = (request.method(), name.strip_prefix("image/")) {
            return Ok(self.image(number));
        }
        match (request.method().clone(), name.as_str()) {
            (Method::Get, "") => {
                let mut page = Vec::new();
                self.report()?.write(&mut page).map_err(|error| Error::write("the page", error))?;
                Ok((200, HTML, page))
            }
            (Method::Post, "decisions") => {
                let mut text = String::new();
                match request.as_reader().take(LONGEST).read_to_string(&mut text) {
                    Ok(_) => self.decide(text),
                    Err(error) => Ok((400, TEXT, error.to_string().into_bytes())),
                }
            }
            _ => Ok(nothing()),
        }
    }
}

fn nothing() -> Answer {
    (404, TEXT, b"there is nothing here\n".to_vec())
}

/// Writes a file so that it is whole whenever somebody looks.
fn save(path: &Path, text: &str) -> Result<(), Error> {
    let wrong = |error: std::io::Error| Error::write(path.display().to_string(), error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    file.persist(path).map_err(|error| wrong(error.error))?;
    Ok(())
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

/// Serves the page until it is interrupted.
///
/// # Errors
/// Wrong usage, or no address can be had.
pub fn run(mut config: Config, args: &ReportArgs) -> Result<Summary, Error> {
    let file = file_of(&config, args)?;
    let failed = |error: &dyn std::fmt::Display| Error::usage(format!("the page cannot be served: {error}"));
    let mut random = [0_u8; 16];
    getrandom::fill(&mut random).map_err(|error| failed(&error))?;
    let secret = format!("/{}/", random.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    config.memory = Some(Arc::default());
    let images =
        args.images.clone().map(|pattern| Images::new(pattern, None).served(format!("{secret}image/")));
    let mut desk = Desk { config, args, file, secret, images };
    let text = match fs::read_to_string(&desk.file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => format!("{HEAD}\n"),
        Err(error) => return Err(Error::usage(format!("{}: {error}", desk.file.display()))),
    };
    desk.take(text)?;
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
    while !stop.load(Ordering::Relaxed) {
        let mut request = match server.recv_timeout(PATIENCE) {
            Ok(Some(request)) => request,
            Ok(None) => continue,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(&error)),
        };
        // A page of another address has another host, whatever its name is made to mean.
        let is_ours = request
            .headers()
            .iter()
            .any(|header| header.field.equiv("Host") && header.value.as_str() == host);
        let (status, kind, body) = if is_ours { desk.answer(&mut request)? } else { nothing() };
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
        let _ = request.respond(response);
    }
    Ok(Summary::default())
}
