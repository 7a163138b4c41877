import { config } from '@/shared/lib/config'
import { PRODUCT } from '@/shared/lib/product'
import { Card } from '@/shared/ui/Card'
import classes from './FarmDetail.module.css'

/** Farms edit their own details elsewhere (FARM-7), and most of them here as well. */
export function AboutMyFarm() {
  return (
    <div className={classes.prose}>
      <Card title="About My Farm">
        <p>
          Farm details such as the photo, the story and the contact data are edited on {PRODUCT}'s separate web app.
          What is saved there shows on the farm's tag pages.
        </p>
        {config.farmAppUrl && (
          <p>
            <a href={config.farmAppUrl} target="_blank" rel="noreferrer">
              Open the farm app
            </a>
          </p>
        )}
        <p>
          The contact data, the photo, the time zone and what the tag pages show can be edited here too, under Farm
          Info.
        </p>
      </Card>
    </div>
  )
}
