//! Scenario files: what is assumed, then one line for each thing that happens.
//!
//! ```text
//! # TIM-045 (IEEE 1516.1-2025, 8.1): the earliest time stamp is the time plus the lookahead
//! fom NonRegulatedGrantOff.xml T.xml      settings, all optional, before the first step
//! time HLAfloat64Time
//! edition 2010                            or `both`: the file is played in each
//! only grpc
//! password secret
//! deny create=M join=N                    what the RTI lets nobody do
//! no federation
//! F1 F2 join                              steps: who does what
//! F1 send X xa=1 #tag @5                  a service that succeeds
//! F1 send X @4 -> InvalidLogicalTime      ... that is refused with this exception
//! F1 register A -> o                      ... whose result has the name `o` from here on
//! F1 queryLookahead -> 5                  ... whose result reads like this
//! F2 < receive X xa=1 #tag by F1 @5 TSO   the next callback of F2
//! quiet F1 F2                             nothing else was told to them
//! F1 connects as 2010                     to an RTI, in the 2010 edition; `joins` does so itself
//! F1 F2 at once joinFederationExecution NAME test N -> ok FederateNameAlreadyInUse
//! F1 getFederateName F1 -> ?a             a result to compare with later, by `=a` or `!a`
//! 2025: F1 queryLookahead -> 5            a step of one edition only
//! F1 everything -> SaveInProgress         every service that has this exception raises it
//! wait 100 ms                             wall-clock time passes; core only
//! F1 is lost                              the RTI loses contact with F1
//! F1 is regulating 5                      enables, and is told so; also `is constrained`
//! F1 is congested                         its outbox is full until it `is drained`; core only
//! F1 has region r D1=10..20              creates, sets and commits it
//! F1 holds callbacks                      F1 gets callbacks and does not say it handled them
//! for t in 1..9                           repeats with {t}, {t+1}, {t-1} ... replaced
//! end
//! ```

use std::path::Path;

use hla::Edition;

/// A scenario file, read.
#[derive(Debug, Clone)]
pub(crate) struct Scenario {
    /// The row of scenarios.tsv, or the bug case.
    pub(crate) id: String,
    pub(crate) setup: Setup,
    pub(crate) steps: Vec<Step>,
}

/// What a scenario assumes before its first step.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// Files of the folder `fom`, in merge order.
    pub(crate) fom: Vec<String>,
    pub(crate) time: String,
    pub(crate) edition: Edition,
    /// Whether it is played in the 2010 edition too.
    pub(crate) both_editions: bool,
    /// What federates need to connect.
    pub(crate) password: Option<String>,
    /// What nobody may do.
    pub(crate) denied: Vec<String>,
    /// Whether the federation execution `N` exists.
    pub(crate) federation: bool,
    /// The only level that can play it.
    pub(crate) only: Option<String>,
}

/// One line with its number in the file.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Scenario {
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let id = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        Self::parse(id, &text)
    }

    fn parse(id: &str, text: &str) -> Result<Self, String> {
        let header = format!("# {id} (");
        if !text.starts_with(&header) {
            return Err(format!("begin the file with `{header}clause): what it shows`"));
        }
        let mut setup = Setup {
            fom: vec!["T.xml".to_owned()],
            time: "HLAinteger64Time".to_owned(),
            edition: Edition::Hla4,
            both_editions: false,
            password: None,
            denied: Vec::new(),
            federation: true,
            only: None,
        };
        let lines = text.lines().enumerate().map(|(index, text)| (index + 1, text.trim()));
        let lines: Vec<_> = lines.filter(|(_, text)| !is_comment(text)).collect();
        let settings = lines.iter().take_while(|(_, text)| setup.take(text)).count();
        let steps = unroll(&lines[settings..])?;
        if steps.is_empty() {
            return Err("nothing happens in it".to_owned());
        }
        Ok(Self { id: id.to_owned(), setup, steps })
    }
}

impl Scenario {
    /// The scenario once for each edition in which it is played.
    pub(crate) fn in_each_edition(self) -> Vec<Self> {
        let mut each = vec![self.clone()];
        if self.setup.both_editions {
            let setup = Setup { edition: Edition::Evolved2010, ..self.setup };
            each.push(Self { id: format!("{}-2010", self.id), setup, steps: self.steps });
        }
        each
    }
}

impl Setup {
    /// Takes a line in if it is a setting.
    fn take(&mut self, text: &str) -> bool {
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["fom", files @ ..] => self.fom = files.iter().map(|&file| file.to_owned()).collect(),
            ["time", name] => self.time = (*name).to_owned(),
            ["edition", "both"] => self.both_editions = true,
            ["edition", "2010"] => self.edition = Edition::Evolved2010,
            ["password", password] => self.password = Some((*password).to_owned()),
            ["deny", denied @ ..] => {
                self.denied = denied.iter().map(|&text| text.to_owned()).collect();
            }
            ["only", level @ ("core" | "grpc")] => self.only = Some((*level).to_owned()),
            ["no", "federation"] => self.federation = false,
            _ => return false,
        }
        true
    }
}

fn is_comment(text: &str) -> bool {
    text.is_empty() || text == "#" || text.starts_with("# ")
}

/// Writes every round of a `for` out.
fn unroll(lines: &[(usize, &str)]) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut rest = lines;
    while let [(line, text), after @ ..] = rest {
        rest = after;
        let Some(range) = text.strip_prefix("for ") else {
            steps.push(Step { line: *line, text: (*text).to_owned() });
            continue;
        };
        let parsed = range.split_once(" in ").and_then(|(name, range)| {
            let (first, last) = range.split_once("..")?;
            Some((name, first.parse::<i64>().ok()?, last.parse::<i64>().ok()?))
        });
        let (name, first, last) = parsed.ok_or(format!("line {line}: for NAME in FIRST..LAST"))?;
        let end = after.iter().position(|(_, text)| *text == "end");
        let (body, after) = after.split_at(end.ok_or(format!("line {line}: no end"))?);
        rest = after.get(1..).unwrap_or_default();
        for value in first..=last {
            let body = body
                .iter()
                .map(|(line, text)| Step { line: *line, text: substitute(text, name, value) });
            steps.extend(body);
        }
    }
    Ok(steps)
}

/// Replaces `{name}`, `{name+1}`, `{name-1}` ...
fn substitute(text: &str, name: &str, value: i64) -> String {
    let mut parts = text.split('{');
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let replaced = part.split_once('}').and_then(|(expression, after)| {
            let offset = expression.strip_prefix(name)?;
            let offset = if offset.is_empty() { 0 } else { offset.parse::<i64>().ok()? };
            Some(format!("{}{after}", value + offset))
        });
        result.push_str(&replaced.unwrap_or_else(|| format!("{{{part}")));
    }
    result
}
