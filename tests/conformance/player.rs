//! Plays a scenario, line by line, against an RTI.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use hla::{Call, Callback, Edition, HlaError, JoinResult, Reply};
use rti_fom::FomModel;

use crate::coverage::Record;
use crate::names::{Lookup, Names, Object};
use crate::render::Words;
use crate::requests;
use crate::rti::{FEDERATION, Rti, modules};
use crate::scenario::{Scenario, Step};
use crate::services::{self, Clock};
use crate::standard::Standard;
use crate::table::edition_name;

/// Plays a scenario to its end and notes what it shows. An error says in which line what was different.
pub(crate) fn check(
    scenario: &Scenario,
    standard: &Standard,
    record: &mut Record,
    rti: &mut dyn Rti,
) -> Result<(), String> {
    // Scenarios about object models have some that cannot be created.
    let model = modules(&scenario.setup).ok().and_then(|of| FomModel::create(None, &of).ok());
    let mut player = Player {
        rti,
        standard,
        record,
        edition: scenario.setup.edition,
        editions: BTreeMap::new(),
        clock: Clock { float: scenario.setup.time == "HLAfloat64Time" },
        names: Names::of(model.map(Arc::new)),
        connected: BTreeSet::new(),
        unread: BTreeMap::new(),
    };
    for Step { line, text } in &scenario.steps {
        player.step(text).map_err(|error| format!("line {line}: {text}\n    {error}"))?;
    }
    let everybody: Vec<_> = player.unread.keys().cloned().collect();
    for federate in everybody {
        player.quiet(&federate).map_err(|error| format!("at the end: {error}"))?;
    }
    Ok(())
}

struct Player<'a> {
    rti: &'a mut dyn Rti,
    standard: &'a Standard,
    record: &'a mut Record,
    edition: Edition,
    /// Who speaks another edition than the scenario.
    editions: BTreeMap<String, Edition>,
    clock: Clock,
    names: Names,
    connected: BTreeSet<String>,
    unread: BTreeMap<String, VecDeque<Callback>>,
}

impl Player<'_> {
    fn step(&mut self, text: &str) -> Result<(), String> {
        let text = match text.split_once(": ") {
            Some((edition, text)) if edition == edition_name(self.edition) => text,
            Some(("2010" | "2025", _)) => return Ok(()),
            _ => text,
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        if let ["quiet", federates @ ..] = words.as_slice() {
            return federates.iter().try_for_each(|federate| self.quiet(federate));
        }
        if let ["wait", ms, "ms"] = words.as_slice() {
            let ms = ms.parse().map_err(|_| format!("{ms} is no number"))?;
            self.rti.wait(Duration::from_millis(ms))?;
            self.collect();
            return Ok(());
        }
        let count = words.iter().take_while(|word| is_federate(word)).count();
        let (federates, deed) = words.split_at(count);
        if federates.is_empty() {
            return Err("nobody does that; federates are called F1, F2 ...".to_owned());
        }
        if let ["at", "once", service @ ..] = deed {
            self.at_once(federates, service)?;
            self.collect();
            return Ok(());
        }
        for federate in federates {
            self.deed(federate, deed)?;
            self.collect();
        }
        Ok(())
    }

    fn deed(&mut self, federate: &str, deed: &[&str]) -> Result<(), String> {
        match deed {
            ["joins" | "join"] => self.join(federate),
            ["connects"] => self.connect(federate),
            ["connects", "as", "2010"] => {
                self.editions.insert((*federate).to_owned(), Edition::Evolved2010);
                self.connect(federate)
            }
            ["is", "lost"] | ["are", "lost"] => {
                self.rti.lose(federate);
                Ok(())
            }
            ["holds" | "hold", "callbacks"] => {
                self.rti.hold(federate, true);
                Ok(())
            }
            ["handles" | "handle", "callbacks"] => {
                self.rti.hold(federate, false);
                Ok(())
            }
            ["is", "congested"] => self.rti.congest(federate, true),
            ["is", "drained"] => self.rti.congest(federate, false),
            ["is" | "are", "regulating", lookahead] => {
                self.service(federate, &["enableTimeRegulation", lookahead])?;
                self.collect();
                self.expect_any(federate, "timeRegulationEnabled")
            }
            ["is" | "are", "constrained"] => {
                self.service(federate, &["enableTimeConstrained"])?;
                self.collect();
                self.expect_any(federate, "timeConstrainedEnabled")
            }
            ["everything", "->", exception] => self.everything(federate, exception),
            ["has" | "have", "region", name, ranges @ ..] => self.region(federate, name, ranges),
            ["<", expected @ ..] => self.expect(federate, expected),
            service => self.service(federate, service),
        }
    }

    /// Creates a region, sets its ranges and commits them: `D1=10..20`.
    fn region(&mut self, federate: &str, name: &str, ranges: &[&str]) -> Result<(), String> {
        let ranges: Vec<_> = ranges.iter().filter_map(|range| range.split_once('=')).collect();
        let mut create = vec!["createRegion"];
        create.extend(ranges.iter().map(|(dimension, _)| *dimension));
        create.extend(["->", name]);
        self.service(federate, &create)?;
        for (dimension, range) in ranges {
            self.service(federate, &["setRangeBounds", name, dimension, range])?;
        }
        self.service(federate, &["commitRegionModifications", name])
    }

    fn edition(&self, federate: &str) -> Edition {
        self.editions.get(federate).copied().unwrap_or(self.edition)
    }

    fn connect(&mut self, federate: &str) -> Result<(), String> {
        let edition = self.edition(federate);
        self.connected.insert(federate.to_owned());
        self.rti.connect(federate, edition).map_err(|error| error.to_string())
    }

    /// Joins `N` under its own name.
    fn join(&mut self, federate: &str) -> Result<(), String> {
        if !self.connected.contains(federate) {
            self.connect(federate)?;
        }
        self.service(federate, &["joinFederationExecution", federate, "test", FEDERATION])
    }

    fn service(&mut self, federate: &str, words: &[&str]) -> Result<(), String> {
        let arrow = words.iter().position(|word| *word == "->");
        let (service, outcome) = words.split_at(arrow.unwrap_or(words.len()));
        let expected = outcome.get(1..).unwrap_or_default().join(" ");
        let call = {
            let mut lookup = Lookup { rti: self.rti, federate, names: &mut self.names };
            services::parse(&mut lookup, &self.clock, service)?
        };
        let edition = self.edition(federate);
        let name = requests::service_name(&call, edition);
        self.record.called(edition, name);
        let class = service.get(1).copied().unwrap_or_default();
        match self.rti.call(federate, call) {
            Ok(reply) => {
                if HlaError::NAMES.contains(&expected.as_str()) {
                    return Err(format!("accepted, {}", self.words().reply(&reply)));
                }
                self.succeeded(federate, &reply, (class, service), &expected)
            }
            Err(error) if error.exception_name() == expected => self.refused(edition, name, &error),
            Err(error) => Err(format!("refused, {error}")),
        }
    }

    /// Several call the same service; the outcomes are expected in any order.
    fn at_once(&mut self, federates: &[&str], words: &[&str]) -> Result<(), String> {
        let arrow = words.iter().position(|word| *word == "->").ok_or("say what is expected")?;
        let mut expected = words[arrow + 1..].to_vec();
        let mut calls = Vec::new();
        for federate in federates {
            let own: Vec<_> = words[..arrow]
                .iter()
                .map(|word| if *word == "NAME" { federate } else { word })
                .collect();
            let mut lookup = Lookup { rti: self.rti, federate, names: &mut self.names };
            let own: Vec<&str> = own.into_iter().copied().collect();
            calls.push(((*federate).to_owned(), services::parse(&mut lookup, &self.clock, &own)?));
        }
        let results = self.rti.call_at_once(calls.clone());
        let mut outcomes = Vec::new();
        for (result, (federate, call)) in results.iter().zip(&calls) {
            outcomes.push(match result {
                Ok(reply) => {
                    self.succeeded(federate, reply, ("", &[]), "")?;
                    "ok"
                }
                Err(error) => {
                    let edition = self.edition(federate);
                    self.refused(edition, requests::service_name(call, edition), error)?;
                    error.exception_name()
                }
            });
        }
        outcomes.sort_unstable();
        expected.sort_unstable();
        if outcomes == expected { Ok(()) } else { Err(format!("the outcomes are {outcomes:?}")) }
    }

    /// An exception that was expected: it must be one of the service.
    fn refused(&mut self, edition: Edition, name: &str, error: &HlaError) -> Result<(), String> {
        self.standard.services.allows(edition, name, error)?;
        self.record.raised(edition, name, error);
        Ok(())
    }

    /// Calls every service that has the exception, with nothing in its arguments.
    fn everything(&mut self, federate: &str, exception: &str) -> Result<(), String> {
        let edition = self.edition(federate);
        let joined = self.rti.is_joined(federate);
        for call in requests::all() {
            let name = requests::service_name(&call, edition);
            let row = self.standard.services.row(edition, name);
            let joins = matches!(call, Call::JoinFederationExecution { .. });
            if (joined && joins) || row.is_none_or(|row| !row.exceptions.contains(&exception)) {
                continue;
            }
            match self.rti.call(federate, call) {
                Err(error) if error.exception_name() == exception => {
                    self.refused(edition, name, &error)?;
                }
                Err(error) => return Err(format!("{name} was refused, {error}")),
                Ok(reply) => return Err(format!("{name}: {}", self.words().reply(&reply))),
            }
        }
        Ok(())
    }

    fn succeeded(
        &mut self,
        federate: &str,
        reply: &Reply,
        (class, service): (&str, &[&str]),
        expected: &str,
    ) -> Result<(), String> {
        match reply {
            Reply::JoinFederationExecution(JoinResult { federate: handle, .. }) => {
                if let Some((other, _)) =
                    self.names.federates.iter().find(|(_, other)| *other == handle)
                {
                    return Err(format!("{other} had this handle before"));
                }
                self.names.federates.insert(federate.to_owned(), *handle);
                self.unread.entry(federate.to_owned()).or_default();
            }
            // Another execution of that name gives its own handles.
            Reply::DestroyFederationExecution if class == FEDERATION => {
                let values = std::mem::take(&mut self.names.values);
                self.names = Names::default();
                self.names.values = values;
            }
            Reply::RegisterObjectInstance(handle) if !expected.is_empty() => {
                let regional = service.iter().find_map(|word| word.strip_prefix("name="));
                let named = service.get(2).filter(|word| !word.contains('@')).copied();
                let named = regional.or(named).map(str::to_owned);
                let object = Object { handle: *handle, class: class.to_owned(), named };
                let others = self.names.objects.values();
                if others.into_iter().any(|other| other.handle == *handle) {
                    return Err("this handle was given before".to_owned());
                }
                self.names.objects.insert(expected.to_owned(), object);
                return Ok(());
            }
            Reply::CreateRegion(handle) if !expected.is_empty() => {
                self.names.regions.insert(expected.to_owned(), *handle);
                return Ok(());
            }
            Reply::UpdateAttributeValues(retraction)
            | Reply::SendInteraction(retraction)
            | Reply::SendDirectedInteraction(retraction)
            | Reply::DeleteObjectInstance(retraction) => {
                return self.sent(*retraction, expected);
            }
            _ => {}
        }
        self.result(&self.words().reply(reply), expected)
    }

    /// A message was sent: with a retraction handle exactly where the scenario names it.
    fn sent(
        &mut self,
        retraction: Option<hla::MessageRetractionHandle>,
        expected: &str,
    ) -> Result<(), String> {
        match (retraction, expected) {
            (Some(_), "no handle") => Err("it can be retracted".to_owned()),
            (None, "" | "ok" | "no handle") | (Some(_), "" | "ok") => Ok(()),
            (Some(handle), name) => {
                self.names.retractions.insert(name.to_owned(), handle);
                Ok(())
            }
            (None, name) => Err(format!("no retraction handle to call {name}")),
        }
    }

    /// A result that reads as expected, or gets the name that begins with `?`.
    fn result(&mut self, actual: &str, expected: &str) -> Result<(), String> {
        if let Some(name) = expected.strip_prefix('?') {
            self.names.values.insert(name.to_owned(), actual.to_owned());
            return Ok(());
        }
        if let Some(name) = expected.strip_prefix('!') {
            let other = self.names.values.get(name).ok_or(format!("no value {name}"))?;
            return if other == actual { Err(format!("it is {actual} again")) } else { Ok(()) };
        }
        let named = expected.strip_prefix('=').and_then(|name| self.names.values.get(name));
        let expected = named.map_or(expected, String::as_str);
        match expected {
            "" | "ok" => Ok(()),
            expected if expected == actual => Ok(()),
            _ => Err(format!("the result is {actual}")),
        }
    }

    fn collect(&mut self) {
        for (federate, callback) in self.rti.callbacks() {
            self.record.told(self.edition(&federate), callback.service_name());
            self.unread.entry(federate).or_default().push_back(callback);
        }
    }

    fn next(&mut self, federate: &str) -> Result<Callback, String> {
        let unread = self.unread.get_mut(federate).and_then(VecDeque::pop_front);
        unread.ok_or(format!("{federate} was told nothing"))
    }

    fn expect(&mut self, federate: &str, expected: &[&str]) -> Result<(), String> {
        let callback = self.next(federate)?;
        self.standard.services.has_callback(self.edition(federate), callback.service_name())?;
        let mut expected: Vec<String> = expected.iter().map(|&word| in_full(word)).collect();
        if let Some(name) = expected.get(1).and_then(|word| word.strip_prefix('?')) {
            let name = name.to_owned();
            self.discovered(federate, &name, &callback)?;
            expected[1] = name;
        }
        self.learn(federate, &expected);
        let actual = self.words().callback(&callback)?;
        let words: Vec<&str> = actual.split_whitespace().collect();
        let fits = words.len() == expected.len()
            && words.iter().zip(&expected).all(|(word, expected)| fits(word, expected));
        if fits { Ok(()) } else { Err(format!("{federate} was told: {actual}")) }
    }

    /// Looks up what an expected message names and no line before it has.
    fn learn(&mut self, federate: &str, expected: &[String]) {
        let [callback, subject, words @ ..] = expected else { return };
        let class = self.names.objects.get(subject).map(|object| object.class.clone());
        let mut lookup = Lookup { rti: self.rti, federate, names: &mut self.names };
        for name in words.iter().filter(|word| !word.starts_with(['#', '@'])) {
            let name = name.split_once('=').map_or(name.as_str(), |(name, _)| name);
            // What cannot be found is shown by its handle, which is what differs then.
            let _ = match (callback.as_str(), &class) {
                ("receiveInteraction" | "receiveDirectedInteraction", _) => {
                    lookup.parameter(subject, name).map(drop)
                }
                (_, Some(class)) => lookup.attribute(class, name).map(drop),
                _ => Ok(()),
            };
        }
    }

    /// An instance that nobody in the scenario has registered gets its name by being discovered.
    fn discovered(
        &mut self,
        federate: &str,
        name: &str,
        callback: &Callback,
    ) -> Result<(), String> {
        let Callback::DiscoverObjectInstance { object_instance, object_class, .. } = callback
        else {
            return Err(format!("{federate} has discovered nothing"));
        };
        let class = self.names.called_object_class(*object_class);
        let object = Object { handle: *object_instance, class, named: None };
        self.names.objects.insert(name.to_owned(), object);
        Ok(())
    }

    fn expect_any(&mut self, federate: &str, name: &str) -> Result<(), String> {
        let callback = self.next(federate)?;
        if callback.service_name() == name {
            return Ok(());
        }
        Err(format!("{federate} was told: {}", self.words().callback(&callback)?))
    }

    fn quiet(&mut self, federate: &str) -> Result<(), String> {
        let unread = self.unread.get(federate).into_iter().flatten();
        let unread: Vec<_> =
            unread.map(|callback| self.words().callback(callback)).collect::<Result<_, _>>()?;
        if unread.is_empty() {
            return Ok(());
        }
        Err(format!("{federate} was told: {}", unread.join("; ")))
    }

    fn words(&self) -> Words<'_> {
        Words { names: &self.names, clock: self.clock }
    }
}

fn is_federate(word: &str) -> bool {
    word.strip_prefix('F').is_some_and(|number| {
        !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit())
    })
}

/// `NAME=*` fits any value, `NAME=text*` any that begins so.
fn fits(actual: &str, expected: &str) -> bool {
    match expected.strip_suffix('*') {
        Some(start) if start.contains('=') => actual.starts_with(start),
        _ => actual == expected,
    }
}

/// The standard's name of a callback that scenarios shorten.
fn in_full(word: &str) -> String {
    let full = match word {
        "discover" => "discoverObjectInstance",
        "reflect" => "reflectAttributeValues",
        "receive" => "receiveInteraction",
        "remove" => "removeObjectInstance",
        "provide" => "provideAttributeValueUpdate",
        "grant" => "timeAdvanceGrant",
        word => word,
    };
    full.to_owned()
}
