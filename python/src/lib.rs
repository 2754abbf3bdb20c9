//! The compiled half of the Python package `descant`: what its Python half calls.
#![forbid(unsafe_code)]

mod games;
mod source;
mod stream;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

use descant::error::Error;
use descant::source::SourceError;
use descant::table::PlanError;

/// What went wrong, as Python has it: wrong requests are value errors, everything else is one of the system's.
fn raise(error: &PlanError) -> PyErr {
    match error {
        PlanError::Request(told) => PyValueError::new_err(told.clone()),
        PlanError::BadGame(told) => PyValueError::new_err(told.clone()),
        PlanError::Source(error) => unread(error),
        other => PyOSError::new_err(other.to_string()),
    }
}

/// What the system said of a file, as Python has it: with its number and the name of the file, so that Python makes the kind
/// of it, such as a file that is not there.
fn unread(error: &SourceError) -> PyErr {
    if let SourceError::Open { name, source } = error
        && let Some(number) = source.raw_os_error()
    {
        let told = source.to_string();
        let told = told.split(" (os error ").next().unwrap_or_default().to_owned();
        return PyOSError::new_err((number, told, name.clone()));
    }
    PyOSError::new_err(error.to_string())
}

fn wrong(error: &Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The compiled half of `descant`.
#[pymodule]
fn _descant(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<games::Game>()?;
    module.add_function(wrap_pyfunction!(stream::table, module)?)?;
    module.add_function(wrap_pyfunction!(source::splits, module)?)?;
    module.add_function(wrap_pyfunction!(games::check, module)?)?;
    module.add_function(wrap_pyfunction!(games::convert, module)?)?;
    module.add_function(wrap_pyfunction!(games::read_descriptive, module)?)?;
    Ok(())
}
