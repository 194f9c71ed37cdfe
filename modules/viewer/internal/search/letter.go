package search

// plainLetters are the letters with accents and the like of the Latin, Greek and Arabic
// alphabets, in lower case, by what they are without: the first characters of their
// canonical decompositions (Unicode 14.0.0, UnicodeData.txt).
var plainLetters = lettersOf(
	"aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ",
	"bḃḅḇ",
	"cçćĉċčḉ",
	"dďḋḍḏḑḓ",
	"eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
	"fḟ",
	"gĝğġģǧǵḡ",
	"hĥȟḣḥḧḩḫẖ",
	"iìíîïĩīĭįǐȉȋḭḯỉị",
	"jĵǰ",
	"kķǩḱḳḵ",
	"lĺļľḷḹḻḽ",
	"mḿṁṃ",
	"nñńņňǹṅṇṉṋ",
	"oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ",
	"pṕṗ",
	"rŕŗřȑȓṙṛṝṟ",
	"sśŝşšșṡṣṥṧṩ",
	"tţťțṫṭṯṱẗ",
	"uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự",
	"vṽṿ",
	"wŵẁẃẅẇẉẘ",
	"xẋẍ",
	"yýÿŷȳẏẙỳỵỷỹ",
	"zźżžẑẓẕ",
	"æǣǽ",
	"øǿ",
	"ſẛ",
	"ʒǯ",
	"ʹʹ",
	"αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ",
	"εέἐἑἒἓἔἕὲέ",
	"ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ",
	"ιΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ",
	"οόὀὁὂὃὄὅὸό",
	"ρῤῥ",
	"υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ",
	"ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ",
	"ϒϓϔ",
	"اآأإ",
	"وؤ",
	"يئ",
	"ہۂ",
	"ےۓ",
	"ەۀ",
)

// otherLetters are what many write in place of a letter that their keyboard lacks.
var otherLetters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'ħ': "h", 'ŧ': "t", 'ı': "i",
}

// lettersOf reads texts whose first letter is that of the others without their marks.
func lettersOf(texts ...string) map[rune]rune {
	letters := map[rune]rune{}
	for _, text := range texts {
		var plain rune
		for i, r := range text {
			if i == 0 {
				plain = r
			} else {
				letters[r] = plain
			}
		}
	}
	return letters
}
