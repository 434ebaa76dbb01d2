//! Text of elements, escaped and indented.

/// XML in the making.
pub(super) struct Xml {
    text: String,
    depth: usize,
}

impl Xml {
    pub(super) fn new() -> Self {
        Self { text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), depth: 0 }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn open(&mut self, name: &str) {
        self.open_with(name, &[]);
    }

    pub(super) fn open_with(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.depth += 1;
    }

    pub(super) fn close(&mut self, name: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    /// An element with elements in it.
    pub(super) fn table(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        self.open(name);
        inside(self);
        self.close(name);
    }

    /// An element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element with text in it.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        self.start(name, &[]);
        self.text.push('>');
        self.escaped(text);
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push_str(">\n");
    }

    pub(super) fn optional(&mut self, name: &str, text: Option<impl AsRef<str>>) {
        if let Some(text) = text {
            self.text(name, text.as_ref());
        }
    }

    /// One element for each of the texts.
    pub(super) fn texts(&mut self, name: &str, texts: &[String]) {
        for text in texts {
            self.text(name, text);
        }
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.indent();
        self.text.push('<');
        self.text.push_str(name);
        for (name, value) in attributes {
            self.text.push(' ');
            self.text.push_str(name);
            self.text.push_str("=\"");
            self.escaped(value);
            self.text.push('"');
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }

    /// A carriage return written as itself would be read as a line feed.
    fn escaped(&mut self, text: &str) {
        for character in text.chars() {
            match character {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\r' => self.text.push_str("&#13;"),
                other => self.text.push(other),
            }
        }
    }
}
