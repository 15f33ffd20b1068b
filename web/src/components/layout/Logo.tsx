import logo from './logo.svg'

/** URL of the SVG. */
export const LOGO_PATH = logo

export const LOGO_SIZES = { xs: 16, sm: 28, md: 40, lg: 48, xl: 96 } as const

type Props = {
  size: keyof typeof LOGO_SIZES
  /** Empty beside the product's name, which would otherwise be read twice. */
  alt?: string
}

/** Shows a gauge with a play button as its needle. */
export function Logo({ size, alt = '' }: Props) {
  return <img src={logo} alt={alt} width={LOGO_SIZES[size]} height={LOGO_SIZES[size]} />
}
