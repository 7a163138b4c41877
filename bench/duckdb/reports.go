package main

// report is one of the questions of the bench.
type report struct {
	id     string
	days   int
	bucket string // of a day d, as a number
	query  string // over entries, lots, days and buckets
}

const (
	months = "(year(DATE '1970-01-01' + d) * 12 + month(DATE '1970-01-01' + d))"
	weeks  = "((d + 3) // 7)"
	daily  = "d"
)

func reportsOf(days int) []report {
	return []report{
		{"Q1", days, months, `WITH c AS (SELECT d.b, l.size_label AS s, SUM(e.delta) AS n FROM entries e JOIN days d USING (day) JOIN lots l USING (lot) GROUP BY 1, 2),
			g AS (SELECT b.b, s.s FROM buckets b, (SELECT DISTINCT s FROM c) s),
			i AS (SELECT g.b, g.s, SUM(COALESCE(c.n, 0)) OVER (PARTITION BY g.s ORDER BY g.b) AS n FROM g LEFT JOIN c ON c.b = g.b AND c.s = g.s)
			SELECT b, s, CAST(n AS DOUBLE) FROM i WHERE b >= 0 ORDER BY 1, 2`},
		{"Q2", 90, daily, `WITH c AS (SELECT d.b, SUM(e.delta) AS n FROM entries e JOIN days d USING (day) JOIN lots l USING (lot)
				WHERE e.here AND l.oyster_type = 'Pacific oyster' GROUP BY 1),
			i AS (SELECT b.b, SUM(COALESCE(c.n, 0)) OVER (ORDER BY b.b) AS n FROM buckets b LEFT JOIN c ON c.b = b.b)
			SELECT b, '', CAST(n AS DOUBLE) FROM i WHERE b >= 0 ORDER BY 1`},
		{"Q3", 365, months, `WITH c AS (SELECT d.b, SUM(CASE WHEN e.kind IN ('plant', 'move', 'adjust') THEN e.delta ELSE 0 END) AS r,
				SUM(CASE WHEN e.kind = 'loss' THEN -e.delta ELSE 0 END) AS l
				FROM entries e JOIN days d USING (day) JOIN lots l USING (lot) WHERE l.seed_source IN ('Hatchery 1', 'Hatchery 2') GROUP BY 1),
			i AS (SELECT b.b, SUM(COALESCE(c.r, 0)) OVER (ORDER BY b.b) AS r, SUM(COALESCE(c.l, 0)) OVER (ORDER BY b.b) AS l FROM buckets b LEFT JOIN c ON c.b = b.b)
			SELECT b, '', CASE WHEN r <> 0 THEN 100.0 * l / r END FROM i WHERE b >= 0 ORDER BY 1`},
		{"Q4", 365, months, `WITH c AS (SELECT d.b, e.lot, SUM(e.delta) AS n FROM entries e JOIN days d USING (day) GROUP BY 1, 2),
			g AS (SELECT b.b, b.until, l.lot, l.grp, l.size_label FROM buckets b, lots l WHERE l.lot IN (SELECT lot FROM c)),
			living AS (SELECT g.*, SUM(COALESCE(c.n, 0)) OVER (PARTITION BY g.lot ORDER BY g.b) AS n FROM g LEFT JOIN c ON c.b = g.b AND c.lot = g.lot),
			sampled AS (SELECT lot, day, SUM(size_sum) AS total, SUM(size_n) AS n FROM entries WHERE kind = 'size' GROUP BY 1, 2),
			of_lot AS (SELECT lot, day, total / n / 10 AS mm FROM sampled WHERE n > 0),
			of_group AS (SELECT l.grp, s.day, SUM(s.total) / SUM(s.n) / 10 AS mm FROM sampled s JOIN lots l USING (lot) GROUP BY 1, 2 HAVING SUM(s.n) > 0),
			known AS (SELECT v.b, v.size_label, v.n, COALESCE(o.mm, p.mm) AS mm FROM living v
				ASOF LEFT JOIN of_lot o ON o.lot = v.lot AND v.until >= o.day
				ASOF LEFT JOIN of_group p ON p.grp = v.grp AND v.until >= p.day WHERE v.b >= 0)
			SELECT b, size_label, SUM(n * mm) / NULLIF(SUM(CASE WHEN mm IS NOT NULL THEN n END), 0) FROM known GROUP BY 1, 2 ORDER BY 1, 2`},
		{"Q5", 365, weeks, `WITH c AS (SELECT d.b, -SUM(e.delta) AS n FROM entries e JOIN days d USING (day) WHERE e.here AND e.kind = 'harvest' AND d.b >= 0 GROUP BY 1)
			SELECT b.b, '', CAST(COALESCE(c.n, 0) AS DOUBLE) FROM buckets b LEFT JOIN c ON c.b = b.b WHERE b.b >= 0 ORDER BY 1`},
	}
}
