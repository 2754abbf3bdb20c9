//! Tables as streams of Arrow record batches.
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use descant::table::{Bad, Batches, Plan, Request, Stretch, TableName};

use crate::raise;
use crate::source::{Given, encoding};

/// A table that is read as it is taken, once.
#[pyclass(module = "descant", frozen)]
pub struct Stream {
    plan: Arc<Plan>,
    stretch: Arc<Mutex<Option<Stretch>>>,
}

/// Begins to read when the first batch is asked for: so who only wants to know the columns may take a stream and leave it.
struct Reader {
    plan: Arc<Plan>,
    stretch: Arc<Mutex<Option<Stretch>>>,
    batches: Option<Batches>,
    over: bool,
}

const READ_ALREADY: &str = "this stream was read already: ask for the table once more to read it again";

impl Reader {
    fn begin(&self) -> Result<Batches, ArrowError> {
        let stretch = self.stretch.lock().unwrap_or_else(PoisonError::into_inner).take();
        let stretch = stretch.ok_or_else(|| ArrowError::ExternalError(READ_ALREADY.into()))?;
        Ok(Batches::begin(Arc::clone(&self.plan), stretch)?)
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        if self.batches.is_none() {
            match self.begin() {
                Ok(batches) => self.batches = Some(batches),
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            }
        }
        let batches = self.batches.as_mut()?;
        // Whoever asks may hold the lock of the interpreter, and the source may be an object that needs it.
        Python::attach(|py| py.detach(|| batches.next()))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.plan.schema()
    }
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
        let reader = Reader { plan, stretch, batches: None, over: false };
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
