//! Stands for the unpackers where the feature `unpack` is off: archives are refused before any of these is made.
use std::io;

fn off() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "built without the feature `unpack`")
}

/// Stands for the module.
pub mod gzip {
    use crate::source::plain::Nothing;

    /// Stands for the unpacker, and reads nothing.
    pub fn members<R>(_: R, _: &str) -> Nothing {
        Nothing
    }
}

/// Stands for the crate.
pub mod bzip2 {
    /// Stands for the module.
    pub mod bufread {
        /// Stands for the unpacker, and reads nothing.
        pub use crate::source::plain::Nothing as MultiBzDecoder;
    }
}

/// Stands for the crate.
pub mod zstd {
    use std::io::{self, BufRead, BufReader, Read};
    use std::marker::PhantomData;

    /// Stands for the unpacker; none can be made.
    pub struct Decoder<'a, R>(PhantomData<(&'a (), R)>);

    impl<R: Read> Decoder<'static, BufReader<R>> {
        /// Fails.
        pub fn new(_: R) -> io::Result<Self> {
            Err(super::off())
        }
    }

    impl<R: BufRead> Decoder<'_, R> {
        /// Fails.
        pub fn with_buffer(_: R) -> io::Result<Self> {
            Err(super::off())
        }
    }

    impl<R> Decoder<'_, R> {
        /// Fails.
        pub fn window_log_max(&mut self, _: u32) -> io::Result<()> {
            Err(super::off())
        }
    }

    /// Stands for the module.
    pub mod bulk {
        use std::io;
        use std::marker::PhantomData;

        /// Stands for the unpacker.
        #[derive(Default)]
        pub struct Decompressor<'a>(PhantomData<&'a ()>);

        impl Decompressor<'_> {
            /// Fails.
            pub fn decompress_to_buffer(&mut self, _: &[u8], _: &mut Vec<u8>) -> io::Result<usize> {
                Err(super::super::off())
            }
        }
    }

    impl<R> Read for Decoder<'_, R> {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(super::off())
        }
    }
}

/// An unpacker that reads nothing.
pub struct Nothing;

impl Nothing {
    /// Of any reader.
    pub fn new<R>(_: R) -> Self {
        Self
    }
}

impl io::Read for Nothing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(off())
    }
}
