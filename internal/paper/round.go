package paper

// roundHalfUp gives n / d to the nearest whole, half up. It is the only place
// where money is rounded: a part of a pack, and tax. n is not negative.
func roundHalfUp(n, d int64) int64 { return (2*n + d) / (2 * d) }
