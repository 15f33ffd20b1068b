import { join } from 'node:path'
import { withFolder } from './folder.ts'
import { STARTED_WITHIN } from './ownProgram.ts'
import { withSimulator } from './simulator.ts'
import { saveClockStart, saveData } from './snapshot.ts'
import { test as base } from '../test.ts'

/** A program that starts empty. Its data at the end are the starting point of the other tests. */
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
        // The program has stopped: everything that uses a folder ends before the folder is removed.
        await saveData(data)
      })
    },
    { scope: 'worker', timeout: STARTED_WITHIN },
  ],
})
