import { spawn } from 'node:child_process'

/** Longer than any command of the tests takes, except building the cluster's programs, which happens once. */
const LIMIT_MS = 900_000

type Options = { input?: string; env?: Record<string, string> }
export type Ended = { code: number; stdout: string; stderr: string }

/** Runs a command and returns its result, whether or not it succeeds. */
export async function attempt(file: string, args: string[], options: Options = {}): Promise<Ended> {
  const { input, env = {} } = options
  const child = spawn(file, args, { env: { ...process.env, ...env }, timeout: LIMIT_MS })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  // A command that exits before it has read its whole input closes the pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? -1, stdout, stderr }))
  })
}

/** Runs a command that has to succeed, and returns its output. */
export async function run(file: string, args: string[], options: Options = {}): Promise<string> {
  const { code, stdout, stderr } = await attempt(file, args, options)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`)
  return stdout
}
