/** Runs commands in the background, with their output in a file. */

import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Time for a script to stop what it started, such as a cluster. */
const ENDS_WITHIN_MS = 30_000

const running = new Set()

/**
 * Runs a command and returns whether it succeeded. Output and errors are appended to the file. With a process group of its own, `endAll`
 * also ends the processes that it started.
 * @returns {Promise<boolean>}
 */
export function run([program, ...args], { folder, file, env, ownGroup = false }) {
  const output = openSync(file, 'a')
  const child = spawn(program, args, {
    cwd: folder,
    env,
    detached: ownGroup,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  running.add(child)
  return new Promise((resolve) => {
    const end = (passed) => {
      running.delete(child)
      resolve(passed)
    }
    child.once('error', (error) => {
      console.log(`${program}: ${error.message}`)
      end(false)
    })
    child.once('exit', (code) => end(code === 0))
  })
}

/** Sends SIGTERM to every process group and waits; kills what is left after the time limit. */
export async function endAll() {
  const signal = (name) => {
    for (const { pid } of running) {
      try {
        process.kill(-pid, name)
      } catch {
        // It has already ended.
      }
    }
  }
  signal('SIGTERM')
  const deadline = Date.now() + ENDS_WITHIN_MS
  while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100))
  signal('SIGKILL')
}
