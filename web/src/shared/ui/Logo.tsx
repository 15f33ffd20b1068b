import logo from './logo.svg'

type Props = { size: number }

/** Clipmeter's mark: a gauge with a play button for a needle. Decorative beside the product's name. */
export function Logo({ size }: Props) {
  return <img src={logo} alt="" width={size} height={size} />
}
