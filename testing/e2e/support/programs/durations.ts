import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { FullConfig, FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

type Duration = {
  file: string
  title: string
  project: string
  status: TestResult['status']
  worker: number
  seconds: number
}

/** Writes the duration of each test to a file, slowest first. */
export default class Durations implements Reporter {
  private readonly durations: Duration[] = []
  private folder = ''

  constructor(private readonly options: { file: string }) {}

  onBegin(config: FullConfig): void {
    this.folder = config.configFile === undefined ? process.cwd() : dirname(config.configFile)
  }

  onTestEnd(test: TestCase, { status, workerIndex, duration }: TestResult): void {
    const [, project = '', , ...titles] = test.titlePath()
    this.durations.push({
      file: relative(this.folder, test.location.file),
      title: titles.join(' › '),
      project,
      status,
      worker: workerIndex,
      seconds: duration / 1000,
    })
  }

  onEnd({ duration }: FullResult): void {
    // No test ran: the tests were only listed.
    if (this.durations.length === 0) return
    const file = resolve(this.folder, this.options.file)
    const tests = this.durations.toSorted((a, b) => b.seconds - a.seconds)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify({ seconds: duration / 1000, tests }, null, 2)}\n`)
  }

  /** The list reporter prints to the terminal. */
  printsToStdio(): boolean {
    return false
  }
}
