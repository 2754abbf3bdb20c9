//! Tables as streams of Arrow record batches.
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use descant::table::{Bad, Plan, Request, Stretch, TableName, stream};

use crate::raise;
use crate::source::{Given, encoding};

/// How many batches may wait for who takes them.
const WAITING: usize = 4;

/// A table that is read as it is taken, once.
#[pyclass(module = "descant", frozen)]
pub struct Stream {
    plan: Arc<Plan>,
    stretch: Arc<Mutex<Option<Stretch>>>,
}

enum Message {
    Batch(RecordBatch),
    Failed(String),
    /// The end mark: what ends without it was not read to its end.
    End,
}

/// Begins to read when the first batch is asked for, and takes what the reading thread sends: so who only wants to know the
/// columns may take a stream and leave it.
struct Reader {
    plan: Arc<Plan>,
    stretch: Arc<Mutex<Option<Stretch>>>,
    messages: Option<Receiver<Message>>,
    over: bool,
}

/// Reads on a thread of its own.
fn begin(plan: Arc<Plan>, stretch: Stretch) -> std::io::Result<Receiver<Message>> {
    let (sender, messages) = sync_channel(WAITING);
    let read = move || {
        let batches = |batch| match sender.send(Message::Batch(batch)) {
            Ok(()) => ControlFlow::Continue(()),
            // Nobody takes the rest.
            Err(_) => ControlFlow::Break(()),
        };
        let end = match catch_unwind(AssertUnwindSafe(|| stream(&plan, stretch, batches))) {
            Ok(Ok(())) => Message::End,
            Ok(Err(error)) => Message::Failed(error.to_string()),
            Err(panic) => Message::Failed(fault(&*panic)),
        };
        let _ = sender.send(end);
    };
    thread::Builder::new().name("descant".to_owned()).spawn(read).map(|_| messages)
}

fn failed(told: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ArrowError {
    ArrowError::ExternalError(told.into())
}

const READ_ALREADY: &str = "this stream was read already: ask for the table once more to read it again";

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        if self.messages.is_none() {
            let stretch = self.stretch.lock().unwrap_or_else(PoisonError::into_inner).take();
            let begun = stretch.ok_or_else(|| failed(READ_ALREADY));
            match begun.and_then(|stretch| begin(Arc::clone(&self.plan), stretch).map_err(failed)) {
                Ok(messages) => self.messages = Some(messages),
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
        // Whoever asks may hold the lock of the interpreter, and the source may be an object that needs it.
        let messages = Mutex::new(self.messages.as_mut()?);
        let receive = || messages.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let message = Python::attach(|py| py.detach(receive));
        self.over = !matches!(message, Ok(Message::Batch(_)));
        match message {
            Ok(Message::Batch(batch)) => Some(Ok(batch)),
            Ok(Message::End) => None,
            Ok(Message::Failed(told)) => Some(Err(failed(told))),
            Err(_) => Some(Err(failed("the reading stopped before its end"))),
        }
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.plan.schema()
    }
}

/// What a panic says.
fn fault(panic: &(dyn std::any::Any + Send)) -> String {
    let told = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    format!("a fault of descant, please report it: {}", told.unwrap_or("no words"))
}

#[pymethods]
impl Stream {
    /// The table as a stream of the Arrow C interface; only once.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The columns have one type each; who asked for others converts them.
        drop(requested_schema);
        if self.stretch.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
            return Err(PyRuntimeError::new_err(READ_ALREADY));
        }
        let (plan, stretch) = (Arc::clone(&self.plan), Arc::clone(&self.stretch));
        let reader = Reader { plan, stretch, messages: None, over: false };
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The columns, as a schema of the Arrow C interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.plan.schema().as_ref())
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.plan.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __repr__(&self) -> String {
        format!("<descant.Stream of {}>", self.columns().join(", "))
    }
}

/// A table of a source, or of a part of it.
#[pyfunction]
#[pyo3(signature = (table, source, *, r#where, columns, every, start, end, jobs, encoding, on_bad_games, on_bad_files, name=None))]
#[expect(clippy::too_many_arguments, reason = "the Python half names them")]
pub fn table(
    table: &str,
    source: &Bound<'_, PyAny>,
    r#where: Option<String>,
    columns: Option<String>,
    every: u32,
    start: Option<u64>,
    end: Option<u64>,
    jobs: Option<usize>,
    encoding: &str,
    on_bad_games: &str,
    on_bad_files: &str,
    name: Option<String>,
) -> PyResult<Stream> {
    let wrong = |what: &str, given: &str, accepted: &str| {
        PyValueError::new_err(format!("{what}={given:?}: {accepted} would be accepted"))
    };
    let table = match table {
        "games" => TableName::Games,
        "moves" => TableName::Moves,
        "positions" => TableName::Positions,
        "findings" => TableName::Findings,
        other => return Err(wrong("table", other, "games, moves, positions, findings")),
    };
    let bad = match on_bad_games {
        "keep" => Bad::Keep,
        "drop" => Bad::Drop,
        "fail" => Bad::Fail,
        other => return Err(wrong("on_bad_games", other, "keep, drop, fail")),
    };
    let passes_gaps = match on_bad_files {
        "fail" => false,
        "report" => true,
        other => return Err(wrong("on_bad_files", other, "fail, report")),
    };
    let request = Request { table, filter: r#where, columns, every, bad };
    let plan = Plan::new(&request).map_err(|error| raise(&error))?;
    let Given { source, name } = Given::take(source, name)?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let part = match (start, end) {
        (None, None) => None,
        (start, end) => Some(start.unwrap_or(0)..end.unwrap_or(u64::MAX)),
    };
    let stretch = Stretch {
        source,
        name,
        encoding: self::encoding(encoding)?,
        part,
        jobs: jobs.unwrap_or(cores).max(1),
        passes_gaps,
    };
    Ok(Stream { plan: Arc::new(plan), stretch: Arc::new(Mutex::new(Some(stretch))) })
}
