/**
 * pods.mjs OBJECTS FOLDER: writes the pods of all workloads in rendered objects, one file each. Claims of a StatefulSet become volumes
 * of its pod. The pods have no service account, so that they can be created where the chart is not installed.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { read } from './objects.mjs'

const [, , file, folder] = process.argv

for (const { kind, metadata, spec } of read(file)) {
  const template = kind === 'Pod' ? spec : spec?.template?.spec
  if (template?.containers === undefined) continue
  const { serviceAccountName: _, volumes = [], ...rest } = template
  const claims = (spec.volumeClaimTemplates ?? []).map(({ metadata: { name } }) => ({
    name,
    persistentVolumeClaim: { claimName: name },
  }))
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: metadata.name },
    spec: { ...rest, volumes: [...volumes, ...claims] },
  }
  writeFileSync(join(folder, `${metadata.name}.json`), JSON.stringify(pod))
}
