//! Measures the time that calls spend in the embedded database server, from its log.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::ops::Div;
use std::path::{Path, PathBuf};

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection as _, PgConnection};

/// The role of statements that serve users.
const ROLE: &str = "clipmeter_app";

/// Statements, and their time in the server.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Spent {
    statements: f64,
    milliseconds: f64,
}

/// A server that logs its statements on request.
pub(crate) struct Statements {
    connection: PgConnection,
    log: PathBuf,
    /// Size of the log when the measurement began.
    began: u64,
}

impl Statements {
    /// Connects to the server in `folder` as its superuser.
    pub(crate) async fn connect(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let options = PgConnectOptions::new_without_pgpass()
            .socket(folder.join("run"))
            .username("postgres")
            .database("postgres")
            .password(fs::read_to_string(folder.join("password"))?.trim());
        Ok(Self {
            connection: PgConnection::connect_with(&options).await?,
            log: folder.join("postgres.log"),
            began: 0,
        })
    }

    pub(crate) async fn begin(&mut self) -> Result<(), Box<dyn Error>> {
        sqlx::raw_sql("ALTER SYSTEM SET log_line_prefix = '%u '")
            .execute(&mut self.connection)
            .await?;
        self.log_statements("0").await?;
        self.began = fs::metadata(&self.log)?.len();
        Ok(())
    }

    /// Returns the sum of all statements since [`begin`](Self::begin).
    pub(crate) async fn end(&mut self) -> Result<Spent, Box<dyn Error>> {
        self.log_statements("-1").await?;
        let mut log = File::open(&self.log)?;
        log.seek(SeekFrom::Start(self.began))?;
        let mut lines = String::new();
        log.read_to_string(&mut lines)?;
        Ok(spent(&lines))
    }

    async fn log_statements(&mut self, value: &str) -> Result<(), sqlx::Error> {
        let set = format!("ALTER SYSTEM SET log_min_duration_statement = {value}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(set))
            .execute(&mut self.connection)
            .await?;
        sqlx::raw_sql("SELECT pg_reload_conf()")
            .execute(&mut self.connection)
            .await?;
        // This connection gets the signal to reload after the others.
        while sqlx::query_scalar::<_, String>("SHOW log_min_duration_statement")
            .fetch_one(&mut self.connection)
            .await?
            != value
        {
            tokio::task::yield_now().await;
        }
        Ok(())
    }
}

/// Adds up lines such as `clipmeter_app LOG:  duration: 0.012 ms  execute sqlx_s_1: SELECT …`. Binding and parsing count as time, not
/// as statements.
fn spent(lines: &str) -> Spent {
    let own = format!("{ROLE} LOG:  duration: ");
    let mut spent = Spent::default();
    for line in lines.lines().filter_map(|line| line.strip_prefix(own.as_str())) {
        if let Some((time, what)) = line.split_once(" ms  ") {
            spent.milliseconds += time.parse::<f64>().unwrap_or(0.0);
            spent.statements += f64::from(u8::from(
                what.starts_with("execute") || what.starts_with("statement"),
            ));
        }
    }
    spent
}

impl Div<u32> for Spent {
    type Output = Self;

    fn div(self, number: u32) -> Self {
        Self {
            statements: self.statements / f64::from(number),
            milliseconds: self.milliseconds / f64::from(number),
        }
    }
}

/// Writes the number of statements and the milliseconds, separated by a tab.
impl fmt::Display for Spent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:.0}\t{:.1}", self.statements, self.milliseconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_users_are_added_up() {
        let log = "clipmeter_app LOG:  duration: 0.500 ms  bind sqlx_s_1: SELECT 1\n\tFROM posts\n\
                   clipmeter_app DETAIL:  Parameters: $1 = '1'\n\
                   clipmeter_app LOG:  duration: 1.250 ms  execute sqlx_s_1: SELECT 1\n\
                   clipmeter_app LOG:  duration: 0.250 ms  statement: COMMIT\n\
                   clipmeter_ingest LOG:  duration: 9.000 ms  execute sqlx_s_2: SELECT 2\n";
        assert_eq!(spent(log).to_string(), "2\t2.0");
    }
}
