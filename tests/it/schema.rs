//! What is written as JSON is as its schema says, and the schema says nothing that is never written.
use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::console::run;

/// Holds values against a schema, by the words of JSON Schema that this one uses; every other word is refused.
struct Schema {
    root: Value,
    /// The properties that were seen, by the place of their schema.
    seen: BTreeSet<String>,
}

impl Schema {
    fn check(&mut self, at: &str, value: &Value) -> Result<(), String> {
        let schema = self.root.pointer(at).expect("a schema").clone();
        let schema = schema.as_object().expect("an object");
        for (word, told) in schema {
            match word.as_str() {
                "$schema"
                | "title"
                | "description"
                | "version"
                | "$defs"
                | "properties"
                | "additionalProperties" => {}
                "$ref" => {
                    let to =
                        told.as_str().and_then(|to| to.strip_prefix('#')).expect("a place in the schema");
                    self.check(to, value)?;
                }
                "oneOf" => {
                    let count = told.as_array().expect("a list").len();
                    let fits: Vec<_> =
                        (0..count).map(|n| self.check(&format!("{at}/oneOf/{n}"), value)).collect();
                    if fits.iter().filter(|fit| fit.is_ok()).count() != 1 {
                        return Err(format!("{at}: {fits:?}"));
                    }
                }
                "type" => {
                    let names: Vec<_> =
                        told.as_array().map_or_else(|| vec![told], |names| names.iter().collect());
                    let is = |name: &Value| match name.as_str().expect("a name") {
                        "object" => value.is_object(),
                        "array" => value.is_array(),
                        "string" => value.is_string(),
                        "integer" => value.is_u64() || value.is_i64(),
                        "number" => value.is_number(),
                        "null" => value.is_null(),
                        other => panic!("{other}"),
                    };
                    if !names.into_iter().any(is) {
                        return Err(format!("{at}: {value} is no {told}"));
                    }
                }
                "enum" if !told.as_array().expect("a list").contains(value) => {
                    return Err(format!("{at}: {value} is none of {told}"));
                }
                "enum" => {}
                "minimum" if value.as_f64() < told.as_f64() => return Err(format!("{at}: {value} < {told}")),
                "minimum" => {}
                "required" => {
                    let missing = told
                        .as_array()
                        .expect("names")
                        .iter()
                        .find(|name| value.get(name.as_str().expect("a name")).is_none());
                    if let Some(name) = missing {
                        return Err(format!("{at}: no {name}"));
                    }
                }
                "items" => {
                    for item in value.as_array().into_iter().flatten() {
                        self.check(&format!("{at}/items"), item)?;
                    }
                }
                other => panic!("{at}: the word {other} is not known here"),
            }
        }
        for (name, inner) in value.as_object().into_iter().flatten() {
            let place = format!("{at}/properties/{name}");
            if schema.get("properties").is_some_and(|known| known.get(name).is_some()) {
                self.check(&place, inner)?;
                self.seen.insert(place);
            } else if schema.get("additionalProperties").is_some_and(Value::is_object) {
                self.check(&format!("{at}/additionalProperties"), inner)?;
            } else if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
                return Err(format!("{at}: {name} is not told of"));
            }
        }
        Ok(())
    }
}

/// The places of all properties.
fn properties(at: &str, schema: &Value, all: &mut BTreeSet<String>) {
    for (word, inner) in schema.as_object().into_iter().flatten() {
        let place = format!("{at}/{word}");
        if at.ends_with("/properties") {
            all.insert(place.clone());
        }
        properties(&place, inner, all);
    }
}

#[test]
fn json_is_as_its_schema_says_and_all_that_the_schema_says_is_written() {
    let root: Value =
        serde_json::from_str(&fs::read_to_string("src/emit/games.schema.json").expect("the schema"))
            .expect("JSON");
    assert_eq!(root["version"], 1);
    let mut schema = Schema { root, seen: BTreeSet::new() };
    let inputs = [
        "fixtures/cli/club.pgn",
        "fixtures/cli/damaged.pgn",
        "fixtures/cli/opera-misprint.txt",
        "fixtures/books/layouts.txt",
        "fixtures/books/first-texts.txt",
        "fixtures/books/primer.txt",
        "fixtures/scan/opera.hocr",
        "fixtures/scan/opera-sloppy.html",
        "fixtures/games/games.pgn",
    ];
    // A page on which one word is another, so that findings have places on pages.
    let page = fs::read_to_string("fixtures/scan/opera.hocr").expect("a fixture");
    let torn = page.replacen(">B-KKt5<", ">Castles<", 1);
    assert_ne!(page, torn);
    let inputs = inputs.map(|input| (input, "")).into_iter().chain([("-", torn.as_str())]);
    for (input, bytes) in inputs {
        for fens in [&[][..], &["--fens"]] {
            let done =
                run(&[&["convert", "--quiet", "--to", "json", input], fens].concat(), bytes.as_bytes());
            let out = String::from_utf8(done.stdout).expect("UTF-8");
            assert!(!out.is_empty(), "{input}");
            for line in out.lines() {
                let value: Value = serde_json::from_str(line).expect("JSON");
                schema.check("", &value).unwrap_or_else(|told| panic!("{input}: {told}\n{line}"));
            }
        }
    }
    let mut all = BTreeSet::new();
    properties("", &schema.root.clone(), &mut all);
    let unseen: Vec<_> = all.difference(&schema.seen).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn a_line_that_is_not_as_the_schema_says_is_told_apart() {
    let text = fs::read_to_string("src/emit/games.schema.json").expect("the schema");
    let mut schema = Schema { root: serde_json::from_str(&text).expect("JSON"), seen: BTreeSet::new() };
    let fine =
        serde_json::json!({"type": "regions", "file": "-", "regions": [{"kind": "prose", "span": [0, 3]}]});
    assert_eq!(schema.check("", &fine), Ok(()));
    for (place, wrong) in [
        ("/type", serde_json::json!("game")),
        ("/file", serde_json::json!(null)),
        ("/regions/0/kind", serde_json::json!("poetry")),
        ("/regions/0/span", serde_json::json!([-1, 3])),
    ] {
        let mut line = fine.clone();
        *line.pointer_mut(place).expect("a place") = wrong;
        assert!(schema.check("", &line).is_err(), "{place}");
    }
    let mut line = fine.clone();
    line["more"] = serde_json::json!(1);
    assert!(schema.check("", &line).is_err());
}
