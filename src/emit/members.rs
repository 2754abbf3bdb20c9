//! Objects of JSON that hold a number which is still open: members by serde, and between them the gaps of the sheet.
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use super::sheet::Sheet;

/// An object under way. Serde alone cannot write it: it knows no gaps.
pub struct Object<'s> {
    sheet: &'s mut Sheet,
    /// It has members.
    more: bool,
}

impl<'s> Object<'s> {
    /// Begins an object.
    pub fn begin(sheet: &'s mut Sheet) -> Self {
        sheet.text("{");
        Self { sheet, more: false }
    }

    /// The fields of a structure, as members.
    pub fn fields(&mut self, fields: &impl Serialize) {
        let members = Members { depth: 0, more: self.more };
        let mut serializer = Serializer::with_formatter(&mut *self.sheet, members);
        // Writing to a sheet cannot fail, and structures with fields are always JSON.
        let _ = fields.serialize(&mut serializer);
        self.more = true;
    }

    /// The number of the game that has this index in its chunk, or null.
    pub fn game(&mut self, index: Option<u32>) {
        self.name("game");
        match index {
            Some(index) => self.sheet.game_number(index),
            None => self.sheet.text("null"),
        }
    }

    /// A list whose objects `list` writes, with the commas between.
    pub fn list(&mut self, name: &str, list: impl FnOnce(&mut Sheet)) {
        self.name(name);
        self.sheet.text("[");
        list(self.sheet);
        self.sheet.text("]");
    }

    /// Members that `members` writes, with the commas between.
    pub fn with(&mut self, members: impl FnOnce(&mut Sheet)) {
        self.sheet.text(if self.more { "," } else { "" });
        members(self.sheet);
        self.more = true;
    }

    /// Ends it.
    pub fn end(self) {
        self.sheet.text("}");
    }

    fn name(&mut self, name: &str) {
        for part in [if self.more { ",\"" } else { "\"" }, name, "\":"] {
            self.sheet.text(part);
        }
        self.more = true;
    }
}

/// The form of an object without its own brackets, behind other members.
struct Members {
    depth: usize,
    more: bool,
}

impl Formatter for Members {
    #[inline]
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth > 1 { writer.write_all(b"{") } else { Ok(()) }
    }

    #[inline]
    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth > 0 { writer.write_all(b"}") } else { Ok(()) }
    }

    #[inline]
    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if !first || (self.depth == 1 && self.more) { writer.write_all(b",") } else { Ok(()) }
    }
}
