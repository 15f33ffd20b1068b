import type { components } from './schema'

/** A schema of the OpenAPI document, by name. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]
