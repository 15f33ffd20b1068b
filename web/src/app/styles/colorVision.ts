/** Linear light of red, green and blue, each from 0 to 1. */
type Light = readonly [red: number, green: number, blue: number]

type Matrix = readonly [Light, Light, Light]

/** Kinds of color vision in which one type of cone is missing. */
export type Vision = keyof typeof VISIONS

/** Machado, Oliveira and Fernandes, 2009: simulation at full severity, for linear light. */
export const VISIONS = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>

/** Ottosson, 2020: from linear light to the cones of Oklab, and from their cube roots to its coordinates. */
const TO_CONES: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const TO_OKLAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]

/** Converts `#rrggbb` to linear light (sRGB, IEC 61966-2-1). */
export function lightOf(hex: string): Light {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** Simulates how a color appears to a viewer with this kind of color vision. */
export function seenWith(vision: Vision, light: Light): Light {
  const [red, green, blue] = times(VISIONS[vision], light)
  return [clamped(red), clamped(green), clamped(blue)]
}

/** Contrast ratio as defined by WCAG 2.2, from 1 to 21. */
export function contrast(one: Light, other: Light): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

/** Distance in Oklab, in hundredths: 2 is barely visible, black and white are 100 apart. */
export function difference(one: Light, other: Light): number {
  const [a, b] = [oklab(one), oklab(other)]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function luminance([red, green, blue]: Light): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function oklab(light: Light): Light {
  const [l, m, s] = times(TO_CONES, light)
  return times(TO_OKLAB, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)])
}

function times([first, second, third]: Matrix, light: Light): Light {
  return [dot(first, light), dot(second, light), dot(third, light)]
}

function dot(row: Light, light: Light): number {
  return row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
}

function clamped(value: number): number {
  return Math.min(1, Math.max(0, value))
}
