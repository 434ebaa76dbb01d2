//! The form of a FED file: words in nested parentheses, `;;` up to the end of a line left out.

use std::fmt;

/// Deeper nesting only serves to exhaust the stack.
const DEPTH_MAX: usize = 64;

/// `(word rest ...)`.
#[derive(Debug)]
pub(super) struct List {
    pub(super) word: String,
    pub(super) rest: Vec<Node>,
    pub(super) line: u32,
}

/// What stands in a list.
#[derive(Debug)]
pub(super) enum Node {
    Word(String, u32),
    List(List),
}

impl Node {
    pub(super) fn line(&self) -> u32 {
        match self {
            Self::Word(_, line) => *line,
            Self::List(list) => list.line,
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word, _) => write!(f, "{word:?}"),
            Self::List(list) => write!(f, "({}", list.word),
        }
    }
}

impl List {
    /// Whether it is of this kind; kinds are written in any case.
    pub(super) fn is(&self, kind: &str) -> bool {
        self.word.eq_ignore_ascii_case(kind)
    }

    pub(super) fn lists(&self) -> impl Iterator<Item = &Self> {
        self.rest
            .iter()
            .filter_map(|node| if let Node::List(list) = node { Some(list) } else { None })
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let words = self.rest.iter();
        words.filter_map(
            |node| if let Node::Word(word, _) = node { Some(word.as_str()) } else { None },
        )
    }
}

/// The one list of a file, or what is wrong in which line.
pub(super) fn read(text: &str) -> Result<List, (u32, String)> {
    let mut open: Vec<List> = Vec::new();
    let mut whole = None;
    let mut last = 0;
    for (line, text) in (1_u32..).zip(text.lines()) {
        last = line;
        for word in words(text).map_err(|problem| (line, problem))? {
            match word {
                _ if whole.is_some() => return Err((line, format!("stray text {word:?}"))),
                "(" if open.len() >= DEPTH_MAX => {
                    return Err((line, format!("more than {DEPTH_MAX} parentheses are open")));
                }
                "(" => open.push(List { word: String::new(), rest: Vec::new(), line }),
                ")" => {
                    let unbalanced = || (line, "a parenthesis closes that was not open".to_owned());
                    let list = open.pop().ok_or_else(unbalanced)?;
                    if list.word.is_empty() {
                        return Err((line, "a list says nothing".to_owned()));
                    }
                    match open.last_mut() {
                        Some(outer) if !outer.word.is_empty() => outer.rest.push(Node::List(list)),
                        Some(_) => return Err((line, "a list begins with a word".to_owned())),
                        None => whole = Some(list),
                    }
                }
                word => match open.last_mut() {
                    Some(list) if list.word.is_empty() => list.word = word.to_owned(),
                    Some(list) => list.rest.push(Node::Word(word.to_owned(), line)),
                    None => return Err((line, format!("stray text {word:?}"))),
                },
            }
        }
    }
    whole.ok_or_else(|| match open.last() {
        Some(list) => (list.line, format!("the parenthesis before {:?} is not closed", list.word)),
        None => (last, "there is nothing in the file".to_owned()),
    })
}

/// Parentheses and words of a line.
fn words(line: &str) -> Result<Vec<&str>, String> {
    let code = line.split_once(";;").map_or(line, |(code, _)| code);
    if code.contains(';') {
        return Err("a comment begins with two semicolons".to_owned());
    }
    let mut words = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = if matches!(first, '(' | ')') {
            first.len_utf8()
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')'));
            end.unwrap_or(rest.len())
        };
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}
