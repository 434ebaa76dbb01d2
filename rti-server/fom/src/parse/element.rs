//! Elements of the object model, as the tables read them: trimmed text, lines, defects.

use roxmltree::{Document, Node};

use crate::error::{FomError, FomErrorKind, FomWarning, Place};

/// Longest name; longer ones only serve to fill the memory with qualified names.
const NAME_CHARS_MAX: usize = 255;

/// An open file.
pub(super) struct File<'a, 'input> {
    designator: &'a str,
    document: &'a Document<'input>,
    line_starts: Vec<usize>,
}

impl<'a, 'input> File<'a, 'input> {
    pub(super) fn new(designator: &'a str, document: &'a Document<'input>) -> Self {
        let text = document.input_text();
        // `Document::text_pos_at` counts from the start each time: quadratic over a file.
        let line_starts = text.match_indices('\n').map(|(at, _)| at + 1).collect();
        Self { designator, document, line_starts }
    }

    pub(super) fn root(&'a self) -> Element<'a, 'input> {
        Element { node: self.document.root_element(), file: self }
    }
}

/// An element of the object model's own name space.
#[derive(Clone, Copy)]
pub(super) struct Element<'a, 'input> {
    node: Node<'a, 'input>,
    file: &'a File<'a, 'input>,
}

impl<'a, 'input> Element<'a, 'input> {
    pub(super) fn name(self) -> &'a str {
        self.node.tag_name().name()
    }

    pub(super) fn namespace(self) -> Option<&'a str> {
        self.node.tag_name().namespace()
    }

    /// The child elements of the object model's name space.
    pub(super) fn elements(self) -> impl DoubleEndedIterator<Item = Self> {
        let namespace = self.file.document.root_element().tag_name().namespace();
        self.node
            .children()
            .filter(move |node| node.is_element() && node.tag_name().namespace() == namespace)
            .map(move |node| Self { node, ..self })
    }

    /// The child elements of this name.
    pub(super) fn children(self, name: &'a str) -> impl DoubleEndedIterator<Item = Self> {
        self.elements().filter(move |element| element.name() == name)
    }

    pub(super) fn child(self, name: &'a str) -> Option<Self> {
        self.children(name).next()
    }

    /// The element's own text without surrounding white space; comments and CDATA do not cut it.
    pub(super) fn own_text(self) -> Option<String> {
        let text: String = self
            .node
            .children()
            .filter_map(|node| node.text().filter(|_| node.is_text()))
            .collect();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The text of a child; an empty child counts as absent.
    pub(super) fn text(self, child: &'a str) -> Option<String> {
        self.child(child)?.own_text()
    }

    /// Like `text`; `NA` counts as absent too.
    pub(super) fn text_unless_na(self, child: &'a str) -> Option<String> {
        self.text(child).filter(|text| text != "NA")
    }

    pub(super) fn required(self, child: &'a str) -> Result<String, FomError> {
        self.text(child).ok_or_else(|| self.invalid(format!("has no <{child}>, or an empty one")))
    }

    /// The `<name>` of a row of any table.
    pub(super) fn required_name(self) -> Result<String, FomError> {
        let name = self.required("name")?;
        if name.chars().count() > NAME_CHARS_MAX {
            return Err(
                self.invalid(format!("has a name of more than {NAME_CHARS_MAX} characters"))
            );
        }
        Ok(name)
    }

    /// The `<name>` of something that federates look up: a dot would split it.
    pub(super) fn required_identifier(self) -> Result<String, FomError> {
        let name = self.required_name()?;
        if name.contains(|character: char| character == '.' || character.is_whitespace()) {
            return Err(self.invalid(format!("name {name:?} has a dot or a space in it")));
        }
        Ok(name)
    }

    /// A child's text as a member of a closed set. `NA` and emptiness count as absent.
    pub(super) fn member<T>(
        self,
        child: &'a str,
        from_name: impl Fn(&str) -> Option<T>,
    ) -> Result<Option<T>, FomError> {
        self.text_unless_na(child)
            .map(|text| {
                from_name(&text)
                    .ok_or_else(|| self.invalid(format!("<{child}> {text:?} is not defined")))
            })
            .transpose()
    }

    pub(super) fn attribute(self, name: &str) -> Option<&'a str> {
        self.node.attribute(name)
    }

    /// Line of the start tag, from 1.
    pub(super) fn line(self) -> u32 {
        let at = self.node.range().start;
        let before = self.file.line_starts.partition_point(|start| *start <= at);
        u32::try_from(before).map_or(u32::MAX, |lines| lines.saturating_add(1))
    }

    fn place(self) -> Place {
        Place {
            module: self.file.designator.to_owned(),
            line: self.line(),
            element: self.name().to_owned(),
        }
    }

    pub(super) fn error(self, kind: FomErrorKind, problem: impl Into<String>) -> FomError {
        FomError::new(kind, self.place(), problem)
    }

    pub(super) fn invalid(self, problem: impl Into<String>) -> FomError {
        self.error(FomErrorKind::InvalidFom, problem)
    }

    pub(super) fn warning(self, text: String) -> FomWarning {
        FomWarning { place: self.place(), text }
    }
}
