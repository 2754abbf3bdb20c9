//! Rows on their way to the output: as CSV, or as Parquet where the program was built with it.
use super::output::Output;
use crate::emit::{Rows, Sheet};
use crate::error::Error;
use crate::game::move_row::{Block, MoveField};
use crate::game::value::{Kind, Value};

#[cfg(feature = "parquet")]
pub use crate::emit::{arrow::Batch, parquet::ParquetWriter as Columnar};

/// Rows that never are: the program was built without Parquet.
#[cfg(not(feature = "parquet"))]
#[derive(Debug)]
pub enum Batch {}

/// A file that never is.
#[cfg(not(feature = "parquet"))]
#[derive(Debug)]
pub enum Columnar {}

/// How rows are written.
#[derive(Clone, Debug)]
pub enum Form {
    /// As CSV.
    Csv,
    /// As Parquet, with these columns.
    #[cfg(feature = "parquet")]
    Parquet(arrow_schema::SchemaRef),
}

impl Form {
    /// Parquet with these columns.
    ///
    /// # Errors
    /// When the program was built without it.
    #[cfg(feature = "parquet")]
    pub fn parquet<'n>(columns: impl Iterator<Item = (&'n str, Kind)>) -> Result<Self, Error> {
        let schema = crate::emit::arrow::schema(columns).map_err(|error| Error::usage(error.to_string()))?;
        Ok(Self::Parquet(schema))
    }

    /// Parquet with these columns.
    ///
    /// # Errors
    /// When the program was built without it.
    #[cfg(not(feature = "parquet"))]
    pub fn parquet<'n>(_: impl Iterator<Item = (&'n str, Kind)>) -> Result<Self, Error> {
        Err(Error::usage(
            "this program was built without Parquet: CSV, or a program built with `--features parquet`, would be accepted"
                .to_owned(),
        ))
    }

    /// How much PGN is read at a time where that is as much for CSV, in bytes. Rows are made faster than they are packed, so
    /// as many chunks of them as may wait are held.
    pub const fn chunk_size(&self, csv: usize) -> usize {
        match self {
            Self::Csv => csv,
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => csv / 4,
        }
    }

    /// How much of that is read at a time, where that is as much for CSV: rows of columns are packed together.
    pub const fn piece_size(&self, csv: usize) -> usize {
        match self {
            Self::Csv => csv,
            #[cfg(feature = "parquet")]
            Self::Parquet(_) => usize::MAX,
        }
    }

    /// The file that the rows go to; none for CSV.
    ///
    /// # Errors
    /// When the output is a terminal.
    pub fn file(&self, results: &Output) -> Result<Option<Columnar>, Error> {
        #[cfg(not(feature = "parquet"))]
        let _ = results;
        match self {
            Self::Csv => Ok(None),
            #[cfg(feature = "parquet")]
            Self::Parquet(_) if matches!(results, Output::Terminal(_)) => Err(Error::usage(
                "Parquet is not for a terminal: -o FILE, or a pipe, would be accepted".to_owned(),
            )),
            #[cfg(feature = "parquet")]
            Self::Parquet(schema) => Columnar::new(arrow_schema::SchemaRef::clone(schema))
                .map(Some)
                .map_err(|error| Error::write(results.name(), error)),
        }
    }
}

/// Where the rows of a chunk go.
pub enum Target<'p> {
    /// To a sheet.
    Csv(&'p mut Sheet),
    /// To columns.
    #[cfg(feature = "parquet")]
    Arrow(&'p mut Batch),
}

impl Rows for Target<'_> {
    #[inline]
    fn row<'a, C>(&mut self, columns: impl Iterator<Item = C>, value: impl Fn(C) -> Value<'a>, safe: bool) {
        match self {
            Self::Csv(sheet) => sheet.row(columns, value, safe),
            #[cfg(feature = "parquet")]
            Self::Arrow(batch) => batch.row(columns, value, safe),
        }
    }

    #[inline]
    fn moves<'c>(
        &mut self,
        columns: impl Iterator<Item = &'c MoveField> + Clone,
        block: &Block<'_>,
        safe: bool,
    ) {
        match self {
            Self::Csv(sheet) => sheet.moves(columns, block, safe),
            #[cfg(feature = "parquet")]
            Self::Arrow(batch) => batch.moves(columns, block, safe),
        }
    }
}

/// Writes the rows of a chunk, whose first game has this number.
///
/// # Errors
/// When the output cannot be written.
pub fn put(file: &mut Columnar, batch: Batch, first: u64, results: &mut Output) -> Result<(), Error> {
    #[cfg(feature = "parquet")]
    {
        let name = results.name();
        let failed = |error| Error::write(name.clone(), std::io::Error::other(error));
        for batch in batch.finish(Some(first)).map_err(failed)? {
            results.put(|out| file.write(&batch, out))?;
        }
        Ok(())
    }
    #[cfg(not(feature = "parquet"))]
    {
        let _ = (file, first, results);
        match batch {}
    }
}

/// Ends the file.
///
/// # Errors
/// When the output cannot be written.
pub fn finish(file: Columnar, results: &mut Output) -> Result<(), Error> {
    #[cfg(feature = "parquet")]
    {
        results.put(|out| file.finish(out))
    }
    #[cfg(not(feature = "parquet"))]
    {
        let _ = results;
        match file {}
    }
}
