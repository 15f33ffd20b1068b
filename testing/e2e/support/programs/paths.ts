import { fileURLToPath } from 'node:url'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const ROOT = fromHere('../../../../')
export const SCREENSHOTS = fromHere('../../results/screenshots/')

/** Recorded responses of the platforms, with the values expected from them. They are stored beside the project. */
export const FIXTURES = process.env['CLIPMETER_FIXTURES'] ?? fromHere('../../../../../shared/fixtures')

export const built = (name: string) => `${process.env['CARGO_TARGET_DIR'] ?? `${ROOT}target`}/debug/${name}`

export const CLIPMETER = process.env['CLIPMETER_BIN'] ?? built('clipmeter')
export const SIMULATOR = process.env['SIMULATOR_BIN'] ?? built('simulator')
