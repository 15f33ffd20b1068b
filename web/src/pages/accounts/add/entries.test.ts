import { expect, test } from 'vitest'
import { separate } from './entries'

const VIDEOS = [
  'https://www.tiktok.com/@clips/video/7106594312292453675',
  'https://www.tiktok.com/@clips/photo/7106594312292453675',
  'vm.tiktok.com/ZMabc123/',
  'https://vt.tiktok.com/ZMabc123',
  'https://www.tiktok.com/t/ZTabc1234/',
  'https://www.tiktok.com/share/video/7106594312292453675',
  'https://www.tiktok.com/embed/7106594312292453675',
  'https://www.tiktok.com/embed/v2/7106594312292453675',
  'https://www.tiktok.com/player/v1/7106594312292453675',
  'https://m.tiktok.com/v/7106594312292453675.html',
]
const ACCOUNTS = ['khaby.lame', 'https://www.tiktok.com/@khaby.lame?lang=de', 'video', 'my.video']

test('links to videos are separated from usernames and profiles', () => {
  expect(separate('tiktok', [...VIDEOS, ...ACCOUNTS])).toEqual({ usernames: ACCOUNTS, urls: VIDEOS })
})

test('a platform without single videos has accounts only', () => {
  expect(separate('instagram', VIDEOS)).toEqual({ usernames: VIDEOS, urls: [] })
})
