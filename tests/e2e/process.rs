//! Real processes of the program, and what they print.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Nothing here takes this long on a machine that works.
const DEADLINE: Duration = Duration::from_secs(60);

/// A running `busbar`; killed when the test ends.
pub(crate) struct Busbar {
    child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
}

impl Busbar {
    /// Starts `busbar` with these arguments; both of its outputs are read.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::spawn(Command::new(env!("CARGO_BIN_EXE_busbar")).args(arguments))
    }

    /// Starts `busbar` on one core alone.
    pub(crate) fn start_on_one_core(arguments: &[&str]) -> Self {
        let program = env!("CARGO_BIN_EXE_busbar");
        Self::spawn(Command::new("taskset").args(["-c", "0", program]).args(arguments))
    }

    /// Runs `busbar` to its end with a standard output that nobody reads.
    pub(crate) fn end_unread(arguments: &[&str]) -> ExitStatus {
        let mut command = Command::new(env!("CARGO_BIN_EXE_busbar"));
        let command = command.args(arguments).stdin(Stdio::null()).stderr(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program is built");
        drop(child.stdout.take());
        child.wait().expect("a child of this process")
    }

    fn spawn(command: &mut Command) -> Self {
        let command = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program is built");
        let (sender, lines) = channel();
        let outputs: [Option<Box<dyn Read + Send>>; 2] = [
            child.stdout.take().map(|out| Box::new(out) as Box<dyn Read + Send>),
            child.stderr.take().map(|out| Box::new(out) as Box<dyn Read + Send>),
        ];
        for output in outputs.into_iter().flatten() {
            let sender = sender.clone();
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Self { child, lines, seen: Vec::new() }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Waits for a line that contains the text.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        let until = Instant::now() + DEADLINE;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if line.contains(text) {
                        return line;
                    }
                }
                Err(RecvTimeoutError::Timeout) => panic!("no {text:?} in time in {}", self.text()),
                Err(RecvTimeoutError::Disconnected) => panic!("no {text:?} in {}", self.text()),
            }
        }
    }

    /// Waits until the process ends; returns how, and everything that it printed.
    pub(crate) fn end(mut self) -> (ExitStatus, String) {
        let until = Instant::now() + DEADLINE;
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => self.seen.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("does not end: {}", self.text()),
            }
        }
        let status = self.child.wait().expect("a child of this process");
        (status, self.text())
    }

    /// Sends a signal, by name.
    pub(crate) fn signal(&self, name: &str) {
        let (signal, pid) = (format!("-{name}"), self.pid().to_string());
        let status = Command::new("kill").args([signal, pid]).status().expect("kill is there");
        assert!(status.success(), "{name} was not delivered");
    }

    /// The processes that this one has started.
    pub(crate) fn children(&self) -> Vec<u32> {
        let pid = self.pid().to_string();
        let output = Command::new("pgrep").args(["-P", &pid]).output().expect("pgrep is there");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().filter_map(|line| line.trim().parse().ok()).collect()
    }

    fn text(&self) -> String {
        self.seen.join("\n")
    }
}

impl Drop for Busbar {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until none of these processes runs any more.
pub(crate) fn wait_until_gone(pids: &[u32]) {
    let until = Instant::now() + DEADLINE;
    let runs = |pid: &u32| std::path::Path::new(&format!("/proc/{pid}/exe")).exists();
    while pids.iter().any(runs) {
        assert!(Instant::now() < until, "some of {pids:?} still run");
        std::thread::yield_now();
    }
}

/// An RTI on a free port, and its address.
pub(crate) fn rti() -> (Busbar, String) {
    let mut rti = Busbar::start(&["rti", "--grpc-listen", "127.0.0.1:0"]);
    let line = rti.wait_for("RTI listens on ");
    let address = line.rsplit(' ').next().expect("an address").to_owned();
    (rti, address)
}
