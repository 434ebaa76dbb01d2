//! Every service and callback of the standard has its method, with its clause.

use std::collections::{BTreeMap, BTreeSet};

const CALLS: &str = include_str!("../../../../proto/hla/src/call.rs");
const CALLBACKS: &str = include_str!("../../../../proto/hla/src/callback.rs");
const NAMES: &str = include_str!("../../../../proto/hla/src/service.rs");
const METHODS: &[&str] = &[
    include_str!("../../src/connection.rs"),
    include_str!("../../src/federate.rs"),
    include_str!("../../src/services/data_distribution.rs"),
    include_str!("../../src/services/declaration.rs"),
    include_str!("../../src/services/federation.rs"),
    include_str!("../../src/services/object.rs"),
    include_str!("../../src/services/ownership.rs"),
    include_str!("../../src/services/support.rs"),
    include_str!("../../src/services/time.rs"),
];

/// The variants of an enum of `hla` and the clause in the doc of each.
fn variants(source: &str) -> BTreeMap<String, String> {
    let mut doc = String::new();
    let mut found = BTreeMap::new();
    for line in source.lines() {
        if let Some(text) = line.strip_prefix("    /// ") {
            doc.push_str(text);
        } else if line.starts_with("    ") && !line.starts_with("     ") {
            let name = line.trim().trim_end_matches([',', '{', ' ']);
            if name.chars().all(char::is_alphanumeric) && !doc.is_empty() {
                found.insert(name.to_owned(), clause(&doc));
            }
            doc.clear();
        }
    }
    found
}

/// `4.14` of `... (4.14). ...`, also of `(2025: 4.14)`.
fn clause(doc: &str) -> String {
    let numbers = doc.split(['(', ')']).skip(1).step_by(2);
    let mut clauses = numbers.map(|text| text.split([' ', ',']).find(|word| word.contains('.')));
    clauses.find_map(|clause| clause).unwrap_or_default().trim_matches(',').to_owned()
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// The doc of a method, whether it is written out or a row of a table.
fn doc_of(source: &str, method: &str) -> Option<String> {
    let lines: Vec<_> = source.lines().collect();
    let declares = |line: &str| {
        let line = line.trim_start_matches(' ');
        let line = ["pub async fn ", "pub fn ", "fn "]
            .iter()
            .find_map(|start| line.strip_prefix(start))
            .unwrap_or(line);
        line.strip_prefix(method).is_some_and(|rest| rest.starts_with('('))
    };
    let at = lines.iter().position(|line| declares(line))?;
    let docs = lines[..at].iter().rev().map_while(|line| line.trim().strip_prefix("///"));
    let mut docs: Vec<_> = docs.collect();
    docs.reverse();
    Some(docs.concat())
}

fn lacking(variants: &BTreeMap<String, String>, sources: &[&str]) -> Vec<String> {
    let mut lacking = Vec::new();
    for (variant, clause_of_variant) in variants {
        let method = snake(variant);
        match sources.iter().find_map(|source| doc_of(source, &method)) {
            None => lacking.push(format!("{variant} has no method {method}")),
            Some(doc) if clause(&doc) != *clause_of_variant => {
                lacking.push(format!("the doc of {method} does not cite {clause_of_variant}"));
            }
            Some(_) => {}
        }
    }
    lacking
}

#[test]
fn every_service_has_a_method_that_cites_its_clause() {
    let calls = variants(CALLS);
    let named = NAMES.split("pub const fn group").next().unwrap_or_default();
    let named = named.split("Self::").skip(1).filter_map(|rest| rest.split([' ', ',']).next());
    let named: BTreeSet<_> = named.collect();
    assert_eq!(calls.keys().map(String::as_str).collect::<BTreeSet<_>>(), named);
    let lacking = lacking(&calls, METHODS);
    assert!(lacking.is_empty(), "write these methods: {lacking:#?}");
}

#[test]
fn every_callback_has_a_method_that_cites_its_clause() {
    let callbacks = variants(CALLBACKS);
    assert!(callbacks.len() > 50, "each variant is seen: {}", callbacks.len());
    let lacking = lacking(&callbacks, &[include_str!("../../src/ambassador.rs")]);
    assert!(lacking.is_empty(), "write these methods: {lacking:#?}");
}

/// `deny(missing_docs)` is what refuses a public item without a doc; this keeps it in force.
#[test]
fn public_items_without_docs_do_not_compile() {
    let lib = include_str!("../../src/lib.rs");
    assert!(lib.contains("#![deny(missing_docs)]"));
    let sources = METHODS.iter().chain([&include_str!("../../src/ambassador.rs")]);
    assert!(!sources.into_iter().any(|source| source.contains("allow(missing_docs")));
}

#[test]
fn the_walk_sees_what_is_missing() {
    let one = BTreeMap::from([("FlyAway".to_owned(), "4.99".to_owned())]);
    assert_eq!(lacking(&one, &["    /// Flies (4.99).\n    fly_away(x) = FlyAway {};"]), [""; 0]);
    assert_eq!(lacking(&one, &["    /// Flies (4.98).\n    fly_away(x) = FlyAway {};"]).len(), 1);
    assert_eq!(lacking(&one, &["    fly_away_home(x)"]).len(), 1);
}
