import { Logo, LOGO_SIZES } from '@/components/Logo'
import { Panel, PanelHeader } from '@/components/Panel'
import classes from './LogoSizes.module.css'

const SIZES = ['xs', 'sm', 'md', 'lg', 'xl'] as const

export function LogoSizes() {
  return (
    <Panel aria-label="Sizes">
      <PanelHeader title="Sizes" />
      <ul className={classes.sizes}>
        {SIZES.map((size) => (
          <li key={size} className={classes.size}>
            <Logo size={size} alt={`Clipmeter logo, ${size}`} />
            <span>
              <strong>{size}</strong> {LOGO_SIZES[size]} px
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
