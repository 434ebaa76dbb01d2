//! Joining a federation execution (4.11).

use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
};

use hla::{Edition, FomModule, HlaError, JoinResult};
use rti_fom::FomModel;

use crate::{
    CallbackSeq, Effect, Join,
    emission::Out,
    federate::Federate,
    federation::Federation,
    mom::{MomClasses, Observed},
};

impl Federation {
    pub(crate) fn join(&mut self, join: Join, out: &mut Out<'_>) {
        let id = join.id;
        match self.check_join(&join) {
            Ok((name, model)) => self.add_member(join, name, model, out),
            Err(error) => {
                let error = match join.edition {
                    Edition::Evolved2010 => error.in_2010_terms(),
                    Edition::Hla4 => error,
                };
                out.effects.push(Effect::Joined { id, result: Err(error) });
            }
        }
    }

    /// The name of the new federate, and the model if it brings something new.
    fn check_join(&self, join: &Join) -> Result<(String, Option<Arc<FomModel>>), HlaError> {
        let handle = self.federates.next_handle()?;
        let limit = self.settings.limits.federates_max;
        if self.federates.joined().len() >= limit {
            return Err(HlaError::RTIinternalError(format!(
                "{limit} federates are joined to {}, let one resign or raise the limit",
                self.settings.name
            )));
        }
        let name = match join.federate_name.as_deref() {
            Some("") => {
                let details = "the name of the federate is empty, leave it out to get one";
                return Err(HlaError::RTIinternalError(details.into()));
            }
            Some(name) if self.federates.by_name(name).is_some() => {
                return Err(HlaError::FederateNameAlreadyInUse(format!(
                    "a federate called {name} is joined to {}",
                    self.settings.name
                )));
            }
            Some(name) => name.to_owned(),
            None => self.invent_name(&format!("federate-{handle}")),
        };
        if join.modules.is_empty() {
            return Ok((name, None));
        }
        let model = self.model.extend(&join.modules)?;
        model.check_time_implementation(self.settings.time.name())?;
        Ok((name, Some(Arc::new(model))))
    }

    /// Somebody may have chosen such a name for itself.
    fn invent_name(&self, stem: &str) -> String {
        let mut name = stem.to_owned();
        while self.federates.by_name(&name).is_some() {
            name.push('+');
        }
        name
    }

    fn add_member(
        &mut self,
        join: Join,
        name: String,
        model: Option<Arc<FomModel>>,
        out: &mut Out<'_>,
    ) {
        let Join { id, federate_type, edition, host, modules, .. } = join;
        let extended = model.is_some();
        let modules = modules.iter().map(designator).collect();
        let observed = Observed::new(host, modules, out.now);
        if let Some(model) = model {
            self.extend_model(model);
        }
        let Ok(federate) = self.federates.next_handle() else { return };
        let object = self.instances.next_handle();
        let row = Federate {
            name,
            kind: federate_type,
            edition,
            switches: self.switches,
            emitted: CallbackSeq::default(),
            handled: CallbackSeq::default(),
            reserved_names: 0,
            removed: VecDeque::new(),
            ownership_news: VecDeque::new(),
            defaults: BTreeMap::new(),
            object,
            observed,
        };
        self.federates.add(federate, row);
        self.time.join(federate);
        let logical_time_implementation_name = self.settings.time.name().to_owned();
        let result = Ok(JoinResult { federate, logical_time_implementation_name });
        out.effects.push(Effect::Joined { id, result });
        self.register_mom_federate(federate, out);
        if extended {
            self.reflect_federation(&["HLAFOMmoduleDesignatorList", "HLAcurrentFDD"], out);
        }
        self.announce_open_points(federate, out);
    }

    /// New classes and attributes get their place in every table; what is there stays.
    fn extend_model(&mut self, model: Arc<FomModel>) {
        self.declarations.fit(&model);
        for instance in self.instances.iter_mut() {
            instance.fit(&model);
        }
        self.mom = MomClasses::of(&model);
        self.model = model;
    }
}

/// What the module is called in lists of designators.
fn designator(module: &FomModule) -> String {
    match module {
        FomModule::File { name, .. } | FomModule::Url(name) => name.clone(),
        FomModule::Compressed(_) => String::new(),
    }
}
