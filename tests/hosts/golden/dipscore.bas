Attribute VB_Name = "dipscore"
'Made by dipscore attach, which replaces this page whenever it runs.
Private Const MADE_BY As String = "VERSION"
Private Const MADE_FOR As String = "XLWINGS"

Function DIP_SCORE(system, Optional centres, Optional draw, Optional eliminated, Optional year, Optional options, Optional headings, Optional facts)
    On Error GoTo failed
    DIP_SCORE = DipResult(XLPy.CallUDF("xl_dipscore.hosts.excel", "DIP_SCORE", Array(DipCells(system), DipCells(centres), DipCells(draw), DipCells(eliminated), DipCells(year), DipCells(options), DipCells(headings), DipCells(facts)), ThisWorkbook, Application.Caller))
    Exit Function
failed:
    DIP_SCORE = CVErr(xlErrValue)
End Function

Function DIP_SYSTEMS(Optional options)
    On Error GoTo failed
    DIP_SYSTEMS = DipResult(XLPy.CallUDF("xl_dipscore.hosts.excel", "DIP_SYSTEMS", Array(DipCells(options)), ThisWorkbook, Application.Caller))
    Exit Function
failed:
    DIP_SYSTEMS = CVErr(xlErrValue)
End Function

Function DIP_VERSION()
    On Error GoTo failed
    DIP_VERSION = DipVersion(XLPy.CallUDF("xl_dipscore.hosts.excel", "DIP_VERSION", Array(), ThisWorkbook, Application.Caller))
    Exit Function
failed:
    DIP_VERSION = DipUnanswered(Err.Description)
End Function

Function NDC_PROSPECTS(centres)
    On Error GoTo failed
    NDC_PROSPECTS = DipResult(XLPy.CallUDF("xl_dipscore.hosts.excel", "NDC_PROSPECTS", Array(DipCells(centres)), ThisWorkbook, Application.Caller))
    Exit Function
failed:
    NDC_PROSPECTS = CVErr(xlErrValue)
End Function

Function SOS_TOTAL(scores, Optional rounds)
    On Error GoTo failed
    SOS_TOTAL = DipResult(XLPy.CallUDF("xl_dipscore.hosts.excel", "SOS_TOTAL", Array(DipCells(scores), DipCells(rounds)), ThisWorkbook, Application.Caller))
    Exit Function
failed:
    SOS_TOTAL = CVErr(xlErrValue)
End Function

' Cells as they are, without number formats: Excel would round money and shift the dates of some workbooks.
Private Function DipCells(Optional given)
    Dim cells As Object, last As Long
    If IsMissing(given) Then Exit Function
    If TypeName(given) <> "Range" Then
        DipCells = given
        Exit Function
    End If
    Set cells = given
    If cells.Areas.Count > 1 Then Err.Raise 5
    If cells.Rows.Count = cells.Worksheet.Rows.Count Then
        last = cells.Worksheet.UsedRange.Row + cells.Worksheet.UsedRange.Rows.Count - 1
        DipCells = cells.Resize(last).Value2
    Else
        DipCells = cells.Value2
    End If
End Function

' Marks such as "#N/A" become true errors, so that a sum over a bad board is an error, never a smaller number.
Private Function DipResult(ByVal result)
    Dim i As Long, j As Long, last As Long
    If Not IsArray(result) Then
        DipResult = DipMark(result)
        Exit Function
    End If
    ' A single row comes as an array of one dimension.
    last = -1
    On Error Resume Next
    last = UBound(result, 2)
    On Error GoTo 0
    If last = -1 Then
        For i = LBound(result) To UBound(result)
            result(i) = DipMark(result(i))
        Next i
    Else
        For i = LBound(result, 1) To UBound(result, 1)
            For j = LBound(result, 2) To last
                result(i, j) = DipMark(result(i, j))
            Next j
        Next i
    End If
    DipResult = result
End Function

Private Function DipMark(value)
    DipMark = value
    If VarType(value) <> vbString Then Exit Function
    Select Case value
        Case "#N/A": DipMark = CVErr(xlErrNA)
        Case "#VALUE!": DipMark = CVErr(xlErrValue)
        Case "#NUM!": DipMark = CVErr(xlErrNum)
        Case "#DIV/0!": DipMark = CVErr(xlErrDiv0)
        Case "#REF!": DipMark = CVErr(xlErrRef)
        Case "#NAME?": DipMark = CVErr(xlErrName)
        Case "#NULL!": DipMark = CVErr(xlErrNull)
    End Select
End Function

Private Function DipVersion(answered)
    DipVersion = answered
    If answered <> MADE_BY Then DipVersion = answered & "; the macros in this workbook are of " & MADE_BY & ". To renew them, close the workbook and run: dipscore attach " & ThisWorkbook.Name
End Function

Private Function DipUnanswered(why)
    DipUnanswered = "Python does not answer the macros in this workbook, made by xl_dipscore " & MADE_BY & " for xlwings " & MADE_FOR & "; close Excel, run: dipscore install excel, then: dipscore attach " & ThisWorkbook.Name & " (" & why & ")"
End Function

' The help texts of the function wizard. Excel keeps them only until it is closed.
Sub Auto_Open()
    Dim unchanged As Boolean
    unchanged = ThisWorkbook.Saved
    On Error Resume Next
    Help_DIP_SCORE
    Help_DIP_SYSTEMS
    Help_DIP_VERSION
    Help_NDC_PROSPECTS
    Help_SOS_TOTAL
    ThisWorkbook.Saved = unchanged
End Sub

Private Sub Help_DIP_SCORE()
    DipHelp "DIP_SCORE", "Scores of finished games under a scoring system, in the shape of the centres.", _
        Array("The scoring system's key, such as DCC; see DIP_SYSTEMS()", _
        "Final centre counts, Austria to Turkey: 7 cells, or one board a row. Not with Power in headings", _
        "Marks (x) for the powers in the draw, in the shape of centres", _
        "Years in which powers were eliminated, in the shape of centres", _
        "The last completed game year: one cell, or one for each board", _
        "A block: option names in the first column, values beside them", _
        "The headings over facts: Docked, New player, 1901 ...; with Power, those of a board's rows on Games", _
        "The facts of one board, seven cells for each heading; with Power among them, its rows in any order")
End Sub

Private Sub Help_DIP_SYSTEMS()
    DipHelp "DIP_SYSTEMS", "Every scoring system: key, name, family, needs besides centres, source, rule and how that is read.", _
        Array("A block: rows and columns, the size to fill with empty text")
End Sub

Private Sub Help_DIP_VERSION()
    DipHelp "DIP_VERSION", "The version of xl_dipscore that computes this workbook."
End Sub

Private Sub Help_NDC_PROSPECTS()
    DipHelp "NDC_PROSPECTS", "The prospects of NDC 1995 for each centre count: n / (18 - n), so 9 centres are 1 and 12 are 2.", _
        Array("Centre counts, one cell or any block; each cell by itself")
End Sub

Private Sub Help_SOS_TOTAL()
    DipHelp "SOS_TOTAL", "Each player's total under Sum of Squares: one total for each row of scores (sum).", _
        Array("One row a player, one column a round; blank where not played", _
        "The event's planned number of rounds; by default, the columns of scores")
End Sub

Private Sub DipHelp(name, text, Optional arguments)
    Dim macro As String
    macro = "'" & Replace(ThisWorkbook.Name, "'", "''") & "'!" & name
    If IsMissing(arguments) Then
        Application.MacroOptions Macro:=macro, Description:=text, Category:="Diplomacy"
    Else
        Application.MacroOptions Macro:=macro, Description:=text, Category:="Diplomacy", ArgumentDescriptions:=arguments
    End If
End Sub
