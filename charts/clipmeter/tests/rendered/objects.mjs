/** Reads rendered objects, which lib.sh has converted to JSON. */
import { readFileSync } from 'node:fs'

/** Returns the objects of a file in a stable order. */
export const read = (file) =>
  JSON.parse(readFileSync(file, 'utf8')).toSorted((one, other) => (name(one) < name(other) ? -1 : 1))

/** Identifies an object in a cluster. */
export const name = ({ kind, metadata }) =>
  [kind, [metadata.namespace, metadata.name].filter(Boolean).join('/')].join(' ')

/** Whether a LabelSelector with matchLabels selects the labels. */
export const selects = (selector, labels) =>
  Object.entries(selector?.matchLabels ?? {}).every(([key, value]) => labels[key] === value)
