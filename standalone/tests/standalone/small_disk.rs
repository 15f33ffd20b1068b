//! Real disks of any size, mounted in a mount namespace of one test's programs: the kernel unmounts them when the last
//! of these programs exits, for whatever reason.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::fs::{FallocateFlags, fallocate, statvfs};
use rustix::io::Errno;

use crate::support::{eventually, folder};

/// A block of the disk: nothing smaller can be taken.
const MIN_STEP: u64 = 4096;

/// A disk to be mounted at a folder of the same path inside and outside.
pub(crate) struct SmallDisk {
    place: tempfile::TempDir,
    /// The options and the source of `mount`.
    mount: String,
}

impl SmallDisk {
    /// Ext4 in a sparse file: it only uses the space that is written.
    pub(crate) fn ext4(gibibytes: u64) -> Self {
        let place = folder();
        let image = place.path().join("image");
        let file = File::create(&image).unwrap();
        file.set_len(gibibytes << 30).unwrap();
        run(Command::new("mkfs.ext4")
            .args(["-q", "-F", "-m", "0"])
            .arg(&image));
        Self::new(place, format!("-o loop,noinit_itable {}", image.display()))
    }

    /// A disk in memory.
    pub(crate) fn tmpfs(mebibytes: u64) -> Self {
        let mount = format!("-t tmpfs -o size={mebibytes}m,mode=755 tmpfs");
        Self::new(folder(), mount)
    }

    fn new(place: tempfile::TempDir, mount: String) -> Self {
        assert!(
            rustix::process::geteuid().is_root(),
            "this test mounts a small disk, which only root may do: run it as root"
        );
        std::fs::create_dir(place.path().join("disk")).unwrap();
        Self { place, mount }
    }

    /// The mount point.
    pub(crate) fn path(&self) -> PathBuf {
        self.place.path().join("disk")
    }

    /// Waits until no program uses the disk any more, so that it can be mounted again with its content.
    pub(crate) async fn unmounted(&self) {
        let image = self.place.path().join("image");
        eventually("the disk to be unmounted", async || {
            let output = Command::new("losetup")
                .arg("--associated")
                .arg(&image)
                .output()
                .unwrap();
            output.stdout.is_empty().then_some(())
        })
        .await;
    }

    /// Returns the command wrapped to run in its own mount namespace, in which the disk is mounted.
    pub(crate) fn mounted(&self, command: &Command) -> Command {
        let mut wrapped = Command::new("unshare");
        let script = format!("mount {} {} && exec \"$@\"", self.mount, self.path().display());
        wrapped.args(["--mount", "sh", "-c", &script, "sh"]);
        repeat(command, wrapped)
    }
}

/// The same command where the disk of another program is mounted.
pub(crate) fn beside(process: u32, command: &Command) -> Command {
    let mut wrapped = Command::new("nsenter");
    wrapped.arg(format!("--mount=/proc/{process}/ns/mnt"));
    repeat(command, wrapped)
}

fn repeat(command: &Command, mut wrapped: Command) -> Command {
    wrapped.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => wrapped.env(name, value),
            None => wrapped.env_remove(name),
        };
    }
    wrapped
}

/// A path that a program sees, as this process reaches it.
pub(crate) fn seen_by(process: u32, path: &Path) -> PathBuf {
    PathBuf::from(format!("/proc/{process}/root{}", path.display()))
}

/// A mounted disk as this process reaches it, through a program that sees it.
pub(crate) struct Mounted(PathBuf);

impl Mounted {
    pub(crate) fn of(process: u32, disk: &SmallDisk) -> Self {
        Self(seen_by(process, &disk.path()))
    }

    /// A path on it.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Returns the free bytes.
    fn free(&self) -> io::Result<u64> {
        let found = statvfs(&self.0)?;
        Ok(found.f_bavail * found.f_frsize)
    }

    /// Adds files until so many bytes are free. Takes only what is free now, not what the program frees in the meantime: its
    /// reserve.
    pub(crate) fn fill_to(&self, free: u64) {
        self.try_fill_to(free).unwrap();
    }

    /// Does the same; fails if the program exits meanwhile.
    pub(crate) fn try_fill_to(&self, free: u64) -> io::Result<()> {
        let name = format!("filler-{free}");
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(self.at(&name))?;
        // A failed allocation may have taken a part, which the length does not show.
        let allocated = || file.metadata().unwrap().blocks() * 512;
        let (mut length, mut step) = (file.metadata()?.len(), self.free()?);
        let full_at = allocated() + step.saturating_sub(free);
        while step >= MIN_STEP && self.free()? > free && allocated() < full_at {
            step = step.min((full_at - allocated()).max(MIN_STEP));
            match fallocate(&file, FallocateFlags::empty(), length, step) {
                Ok(()) => length += step,
                Err(Errno::NOSPC) => step /= 2,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Deletes the files that fill it.
    pub(crate) fn empty(&self) {
        self.try_empty().unwrap();
    }

    /// Does the same; fails if the program exits meanwhile.
    pub(crate) fn try_empty(&self) -> io::Result<()> {
        for entry in std::fs::read_dir(&self.0)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with("filler-") {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
}
