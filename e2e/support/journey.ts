import { join } from 'node:path'
import { withFolder } from './folder.ts'
import { STARTED_WITHIN } from './ownProgram.ts'
import { withSimulator } from './simulator.ts'
import { saveClockStart, saveData } from './snapshot.ts'
import { test as base } from './test.ts'

/** A program that starts empty. What is in it at the end is what the other tests start from. */
export const test = base.extend({
  simulator: [
    async ({}, use) => {
      const start = new Date().toISOString()
      await saveClockStart(start)
      await withSimulator(start, use)
    },
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],

  data: [
    async ({}, use) => {
      await withFolder(async (folder) => {
        const data = join(folder, 'data')
        await use(data)
        // The program has stopped: what needs a folder ends before the folder does.
        await saveData(data)
      })
    },
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],
})
