import { find, list } from './support/api-server.ts'
import { LIMIT, apply, kubectl, until, untilScraped } from './support/kubectl.ts'
import { install, uninstall } from './support/install.ts'
import { installation } from './support/installation.ts'
import { account, objectName } from './support/manifests.ts'
import { expect, test } from './support/test.ts'

test('a reinstallation with the same database continues with all data', async ({
  database,
  makeGroup,
  world,
}) => {
  const { namespace } = await makeGroup('kept')
  const username = world.tiktok[21] ?? ''
  await apply(account('tiktok', namespace, username))
  await untilScraped('tta', namespace)
  const numbers = () =>
    database.query(
      `SELECT count(*) AS items, sum(views) AS views, max(updated_at) AS at, (SELECT count(*) FROM users) AS users FROM posts`,
    )
  const before = await numbers()
  await uninstall()
  expect((await list('tiktokaccounts', { namespace })).length).toBe(1)
  await install(installation()?.platforms ?? '')
  expect(await numbers()).toEqual(before)

  const other = world.tiktok[22] ?? ''
  await apply(account('tiktok', namespace, other))
  await until('Scraped', 'tta', objectName(other), '--namespace', namespace)
  await kubectl('delete', 'tta', objectName(username), '--namespace', namespace, '--timeout', LIMIT)
  expect(await find('tiktokaccounts', objectName(username), namespace)).toBeUndefined()
})
