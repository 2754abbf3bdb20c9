//! Record batches as a Parquet file, compressed with zstd.
use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};

/// How many rows a group has at most: what readers take at a time.
const GROUP: usize = 256 * 1024;

/// How much of a column is held before it is packed, and how long the list of its different values may become, in bytes.
const PAGE: usize = 256 << 10;

/// Writes one file. What is written depends on the rows and on the batches they come in, and on nothing else.
#[derive(Debug)]
pub struct ParquetWriter {
    writer: ArrowWriter<Vec<u8>>,
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

impl ParquetWriter {
    /// A file of rows of this schema.
    ///
    /// # Errors
    ///
    /// When the schema has a type that Parquet does not.
    pub fn new(schema: SchemaRef) -> io::Result<Self> {
        let properties = WriterProperties::builder()
            .set_created_by(concat!("descant ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_max_row_group_row_count(Some(GROUP))
            .set_data_page_size_limit(PAGE)
            .set_dictionary_page_size_limit(PAGE)
            .build();
        let writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties)).map_err(failed)?;
        Ok(Self { writer })
    }

    /// Takes rows; what is ready goes to `out`.
    ///
    /// # Errors
    ///
    /// What `out` says, or when the rows are of another schema.
    pub fn write(&mut self, batch: &RecordBatch, out: &mut dyn Write) -> io::Result<()> {
        self.writer.write(batch).map_err(failed)?;
        self.pass_on(out)
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// What `out` says.
    pub fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.writer.finish().map_err(failed)?;
        self.pass_on(out)
    }

    fn pass_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let ready = self.writer.inner_mut();
        out.write_all(ready)?;
        ready.clear();
        Ok(())
    }
}
