import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** The first start unpacks a database server; later starts take seconds. */
const READY_WITHIN_MS = 180_000
/** A program that receives a stop signal stops its children first. Its database would outlive it if it is killed. */
const STOP_WITHIN_MS = 60_000

export type Program = { url: string; stop: () => Promise<void> }

type Command = { file: string; args: string[]; env?: Record<string, string> }

/** Starts a program and waits for its line `… is ready at http://ADDR`. Its other lines are passed to our standard error. */
export async function start(name: string, { file, args, env = {} }: Command): Promise<Program> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const last: string[] = []
  const record = (line: string) => {
    last.push(line)
    if (last.length > 40) last.shift()
    if (process.env['VERBOSE']) process.stderr.write(`${name}: ${line}\n`)
  }
  createInterface({ input: child.stderr }).on('line', record)
  const output = createInterface({ input: child.stdout }).on('line', record)
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`${name} ${why}\n${last.join('\n')}`))
    const timer = setTimeout(() => {
      child.kill('SIGTERM')
      fail('is not ready in time')
    }, READY_WITHIN_MS)
    child.once('error', (error) => fail(`cannot be started: ${error.message}`))
    child.once('exit', (code) => fail(`ended with ${code} before it was ready`))
    output.on('line', (line) => {
      const ready = / is ready at (http:\/\/\S+)/.exec(line)?.[1]
      if (ready === undefined) return
      clearTimeout(timer)
      resolve(ready)
    })
  })
  return { url, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await exited
  clearTimeout(timer)
}
