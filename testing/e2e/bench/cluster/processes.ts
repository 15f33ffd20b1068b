import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PLACE } from './place.ts'

/** Linux reports process times in hundredths of a second, independent of the kernel's tick rate. */
const TICKS_PER_SECOND = 100
const KIB_PER_MB = 1_000_000 / 1024

/** Memory in MB of 1,000,000 bytes; processor time in seconds. */
export type Usage = { rss: number; peak: number; cpu: number }

/** Usage of each program of the measured cluster, by name; other clusters on this machine are excluded. */
export async function usage(): Promise<Record<string, Usage>> {
  const cgroup = `clipmeter-${(await readFile(join(PLACE, 'cluster/.clipmeter-cluster'), 'utf8')).trim()}`
  const used: Record<string, Usage> = {}
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const [line, group] = await Promise.all([text(pid, 'cmdline'), text(pid, 'cgroup')])
    if (!line.includes(join(PLACE, 'cluster')) && !group.includes(cgroup)) continue
    const one = await usageOf(pid)
    if (one !== undefined) used[basename(line.split('\0')[0] ?? '')] = one
  }
  return used
}

/** Seconds that the machine's cores were busy and idle since boot. */
export async function cores(): Promise<{ busy: number; idle: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1)
  const ticks = line.split(/\s+/).slice(1).map(Number)
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, hard = 0, soft = 0] = ticks
  const busy = user + nice + system + hard + soft
  return { busy: busy / TICKS_PER_SECOND, idle: (idle + waiting) / TICKS_PER_SECOND }
}

async function usageOf(pid: string): Promise<Usage | undefined> {
  const [status, stat] = await Promise.all([text(pid, 'status'), text(pid, 'stat')])
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / KIB_PER_MB
  // Fields are counted from the end of the program's name, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const cpu = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  return status === '' ? undefined : { rss: mb('VmRSS'), peak: mb('VmHWM'), cpu }
}

/** Empty if the process has exited. */
function text(pid: string, file: string): Promise<string> {
  return readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
}
