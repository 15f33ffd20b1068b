import type { Column } from './column'
import classes from './RecordCard.module.css'

type Props<Row> = { columns: Column<Row>[]; row: Row }

/** A table row as a card, for narrow screens. */
export function RecordCard<Row>({ columns, row }: Props<Row>) {
  const at = (place: Column<Row>['card']) => columns.filter((column) => column.card === place)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.names}>
          {at('heading').map((column) => (
            <div key={column.title} data-strong={column.strong || undefined}>
              {column.cell(row)}
            </div>
          ))}
        </div>
        <div className={classes.aside}>
          {at('aside').map((column) => (
            <div key={column.title}>{column.cell(row)}</div>
          ))}
        </div>
      </div>
      {at('text').map((column) => (
        <div key={column.title} className={classes.text}>
          {column.cell(row)}
        </div>
      ))}
      <dl className={classes.metrics}>
        {at('metric').map((column) => (
          <div key={column.title} data-strong={column.strong || undefined}>
            <dt>{column.title}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
      {at('foot').map((column) => (
        <div key={column.title} className={classes.foot}>
          {column.title}: <span className={classes.value}>{column.cell(row)}</span>
        </div>
      ))}
    </li>
  )
}
