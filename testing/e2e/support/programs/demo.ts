import { STARTED_WITHIN, withOwnProgram } from './ownProgram.ts'
import { test as base } from '../test.ts'

/** A program with the sample data. */
export const test = base.extend({
  url: [({}, use) => withOwnProgram({ args: ['--demo'] }, use), { scope: 'worker', timeout: STARTED_WITHIN }],
})
