/** Commands in the background: their output goes into a file, and they end with us. */

import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A script that is asked to end ends what it started, a cluster say. */
const ENDS_WITHIN_MS = 30_000

const running = new Set()

/**
 * Runs a command, and says whether it succeeded. Its output and errors go into the file. In a group of its own, what it starts can be
 * ended with it; without, all of that ends with our own group.
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

/** Asks everything that runs in a group of its own to end, and waits until it has. */
export async function endAll() {
  const signal = (name) => {
    for (const { pid } of running) {
      try {
        process.kill(-pid, name)
      } catch {
        // It has ended.
      }
    }
  }
  signal('SIGTERM')
  const deadline = Date.now() + ENDS_WITHIN_MS
  while (running.size > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100))
  signal('SIGKILL')
}
